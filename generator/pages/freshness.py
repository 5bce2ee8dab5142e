"""How current the facts are: coverage, the queue of what to check again, and the release ledger."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from generator import comparisons, overdue, timeline, urls, versions
from generator.claims import engine_of, versions_checked
from generator.derive import Catalog
from generator.edition import Edition
from generator.embedding.register import reliances
from generator.overdue import Overdue
from generator.pages import changes, parts
from generator.schema import Engine, Ledger, Release, Word
from generator.table import Link
from generator.templating import Artifact

INDEX = "freshness/index.md"
SHOWN = 60
YEAR, MONTH = timedelta(days=365), timedelta(days=30)


@dataclass(frozen=True)
class Coverage:
    """How the statements of one collection or engine stand, and how much nobody has stated."""

    head: Link
    counts: tuple[int, ...]
    missing: int | None = None

    @property
    def total(self) -> int:
        return sum(self.counts)


@dataclass(frozen=True)
class Batch:
    """Statements on one thing that are overdue for one reason, the most important first."""

    head: Link
    word: Word
    state: str
    reason: str
    items: tuple[tuple[Link, Overdue], ...]

    @property
    def resting(self) -> str:
        """What rests on them; of several, on that which carries most, as they share tables and answers."""
        most = max((item for _, item in self.items), key=lambda item: item.weight).resting
        return f"up to {most}" if most and len(self.items) > 1 else most


@dataclass(frozen=True)
class Known:
    """What the ledger of one engine knows, as the table below the picture has it."""

    head: Link
    newest: str
    ahead: str
    stable: int
    early: int
    checked: str
    ledger: Ledger


@dataclass(frozen=True)
class Lately:
    """The stable releases of one engine within the last days, newest first, and how many others there were."""

    head: Link
    stable: tuple[Release, ...]
    early: int


def pages(edition: Edition) -> Iterator[Artifact]:
    catalog = edition.catalog
    data = catalog.dataset
    states = list(data.vocabulary.freshness)
    queue = overdue.queue(catalog, edition.tables.values(), reliances(catalog, edition.tables))
    batches = _batches(catalog, queue)
    yield edition.page(
        "freshness.md.j2",
        INDEX,
        words=[data.vocabulary.freshness[state] for state in states],
        states=states,
        coverage=[
            ("By collection", _by_collection(catalog, states)),
            ("By engine, also counted above", _by_engine(catalog, states)),
        ],
        queue=batches[:SHOWN],
        due=len(queue),
        more=sum(len(batch.items) for batch in batches[SHOWN:]),
        total=len(catalog.freshness),
        look_up=parts.look_up(catalog, data.releases),
        picture=_picture(catalog) if data.releases else "",
        lately=lately(catalog),
        until=_day(catalog),
        ledgers=[_known(catalog, name, ledger) for name, ledger in _by_name(catalog)],
        changes=Link("What changed in facts", page=changes.INDEX),
        calendar=Link("Calendar of review days", page=changes.CALENDAR),
    )
    yield from changes.pages(edition)


def _by_name(catalog: Catalog) -> list[tuple[str, Ledger]]:
    engines = catalog.dataset.engines
    return sorted(catalog.dataset.releases.items(), key=lambda item: engines[item[0]].name.casefold())


def _day(catalog: Catalog) -> date:
    """The day up to which releases are told: the last look-up, so that a day without one changes no page."""
    return min(catalog.today, max((ledger.looked_up for ledger in catalog.dataset.releases.values()), default=date.max))


def _link(catalog: Catalog, name: str, anchor: str = "") -> Link:
    return Link(catalog.dataset.engines[name].name, page=urls.page_of("engines", name), anchor=anchor)


# -- coverage ----------------------------------------------------------------------------------


def _by_collection(catalog: Catalog, states: Sequence[str]) -> list[Coverage]:
    found: dict[str, Counter[str]] = {}
    for address, state in catalog.freshness.items():
        found.setdefault(catalog.claims[address].collection, Counter())[state.state] += 1
    return [
        Coverage(Link("FAQ" if name == "faq" else comparisons.capital(name)), tuple(counts[one] for one in states))
        for name, counts in found.items()
    ]


def _by_engine(catalog: Catalog, states: Sequence[str]) -> list[Coverage]:
    found: dict[str, Counter[str]] = {}
    for address, state in catalog.freshness.items():
        placed = catalog.claims[address]
        if placed.collection == "engines":
            found.setdefault(placed.name, Counter())[state.state] += 1
    engines = catalog.dataset.engines
    return [
        Coverage(_link(catalog, name), tuple(counts[one] for one in states), not_stated(catalog, engines[name]))
        for name, counts in sorted(found.items(), key=lambda item: engines[item[0]].name.casefold())
    ]


def not_stated(catalog: Catalog, engine: Engine) -> int:
    """How many backends and features that concern an engine no source we read mentions."""
    data = catalog.dataset
    backends = data.backends if engine.layer in comparisons.RUNNERS else {}
    features = [name for name, feature in data.features.items() if not feature.layers or engine.layer in feature.layers]
    return len(backends.keys() - engine.backends.keys()) + len(set(features) - engine.features.keys())


# -- queue -------------------------------------------------------------------------------------


def _batches(catalog: Catalog, queue: Iterable[Overdue]) -> list[Batch]:
    """The queue by engine and reason, each where its most important statement stands."""
    found: dict[tuple[str, str, str], list[Overdue]] = {}
    for one in queue:
        engine = _engine(catalog, one.address)
        owner, reason = one.address.partition(":")[0], one.state.reason
        if engine is not None:
            # What stands elsewhere names the engine before its version; here its row does.
            owner, reason = f"engines/{engine}", reason.replace(f" {catalog.dataset.engines[engine].name} ", " ", 1)
        found.setdefault((owner, one.state.state, reason), []).append(one)
    return [
        Batch(
            urls.link_to(owner, parts.address_label(catalog, owner)),
            catalog.dataset.vocabulary.freshness[state],
            state,
            reason,
            tuple((urls.link_to(one.address, parts.address_label(catalog, one.address)), one) for one in items),
        )
        for (owner, state, reason), items in found.items()
    ]


def _engine(catalog: Catalog, address: str) -> str | None:
    """The engine whose releases a statement waits for: its own, or the only one it was checked against."""
    placed = catalog.claims[address]
    named = {name for name, _ in versions_checked(catalog.dataset, None, placed.claim.against or "")}
    if len(named) == 1 and catalog.freshness[address].state == "behind":
        return named.pop()
    return engine_of(catalog.dataset, placed)


# -- releases ----------------------------------------------------------------------------------


def _checked(catalog: Catalog) -> Mapping[str, set[str]]:
    """The releases of each engine that its own statements were checked against."""
    found: dict[str, set[str]] = {name: set() for name in catalog.dataset.releases}
    placed = (placed for placed in catalog.claims.values() if placed.collection == "engines")
    named = {(one.name, one.claim.against or "") for one in placed}  # many statements share one
    for engine, against in named:
        for name, version in versions_checked(catalog.dataset, engine, against):
            release = versions.find(catalog.dataset.releases[name], version)
            if name == engine and release is not None:
                found[name].add(release.version)
    return found


def _picture(catalog: Catalog) -> str:
    checked, engines = _checked(catalog), catalog.dataset.engines
    lanes = [
        timeline.Lane(
            engines[name].name,
            tuple(
                timeline.Dot(one.date, one.version, one.channel == "stable", one.version in checked[name])
                for one in versions.known(ledger, catalog.today)
            ),
        )
        for name, ledger in _by_name(catalog)
    ]
    last = _day(catalog)
    return timeline.draw(
        lanes,
        last - YEAR,
        last,
        f"Releases from {last - YEAR} to {last}",
        "A row for each engine with a release ledger. A filled dot is a stable release, a hollow one a pre-release; "
        "a diamond marks a release that statements here were checked against. The table below has the numbers.",
    )


def _since(catalog: Catalog, ledger: Ledger, span: timedelta) -> list[Release]:
    """The releases within a span of days before the last look-up."""
    known, last = versions.known(ledger, catalog.today), _day(catalog)
    return [release for release in known if last - span <= release.date <= last]


def _known(catalog: Catalog, name: str, ledger: Ledger) -> Known:
    newest, ahead = catalog.newest.get(name), catalog.newest_prerelease.get(name)
    year = _since(catalog, ledger, YEAR)
    stable = sum(release.channel == "stable" for release in year)
    return Known(
        head=_link(catalog, name, "releases"),
        newest=f"{newest.version} ({newest.date})" if newest else "none",
        ahead=f"{ahead.version} ({ahead.date})" if ahead else "",
        stable=stable,
        early=len(year) - stable,
        checked=", ".join(sorted(_checked(catalog)[name], key=versions.sort_key, reverse=True)),
        ledger=ledger,
    )


def lately(catalog: Catalog) -> list[Lately]:
    """The engines with releases in the last days, the newest first."""
    found = []
    for name, ledger in _by_name(catalog):
        fresh = sorted(_since(catalog, ledger, MONTH), key=lambda release: release.date, reverse=True)
        stable = tuple(release for release in fresh if release.channel == "stable")
        if fresh:
            day = fresh[0].date
            found.append((day, Lately(_link(catalog, name, "releases"), stable, len(fresh) - len(stable))))
    return [one for _, one in sorted(found, key=lambda item: item[0], reverse=True)]
