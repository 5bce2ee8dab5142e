"""What addresses are called in words: `Name: GGUF` for `engines/x:formats.gguf`."""

from __future__ import annotations

from generator.load import Dataset
from generator.schema import Bits, ComputeRate, Conversion, LinkSpeed, Listener, Question, Quickstart


def of_address(data: Dataset, address: str) -> str:
    """What an address is called in words: `Name: GGUF`; a question and a term by themselves."""
    head, _, path = address.partition(":")
    collection, name = head.split("/")
    if collection == "glossary":
        return data.glossary.terms[path.removeprefix("terms.")].term if path else collection.capitalize()
    thing = getattr(data, collection)[name]
    owner = next((str(getattr(thing, field)) for field in ("name", "title", "belief") if hasattr(thing, field)), name)
    if not path:
        return owner
    part = of_part(data, address)
    return part if collection == "faq" else f"{owner}: {part}"


def of_part(data: Dataset, address: str) -> str:
    """What the part of a thing is called in words: `GGUF` for `engines/x:formats.gguf`."""
    section, _, rest = address.partition(":")[2].partition(".")
    names = _names(data, section)
    if rest in names:
        return names[rest]
    placed = data.by_address.get(address)
    match placed and placed.claim:
        case Question(ask=ask):
            return ask
        case Listener(label=label):
            return label
        case Quickstart(title=title):
            return title
        case Conversion(tool=tool):
            return f"conversion with {tool}"
        case Bits():
            return f"{rest} size"
        case LinkSpeed(name=name):
            return f"link, {name or rest.replace('-', ' ')}"
        case ComputeRate():
            return f"peak {data.formats[rest].name if rest in data.formats else rest.upper()} rate"
    kind, _, other = rest.partition(".")
    if section == "precisions" and kind in data.formats:
        return f"{data.formats[kind].name} on {data.vocabulary.architectures[other].label}"
    if section == "relations":
        return f"{kind.replace('_', ' ')} {data.engines[other].name}"
    if section in ("questions", "outcomes"):
        tree = data.trees[address.partition(":")[0].partition("/")[2]]
        return tree.questions[rest].ask if section == "questions" else tree.outcomes[rest].title
    return _PARTS.get(section, f"{section}{f', {rest}' if rest else ''}")


_PARTS = {"bandwidth": "memory bandwidth", "gpu_share": "memory for the GPU", "latest": "newest release"}


def _names(data: Dataset, section: str) -> dict[str, str]:
    """The names of what a section is about, by id, where its keys are ids."""
    vocabulary = data.vocabulary
    words = {"systems": vocabulary.systems, "suits": vocabulary.audiences, "acceleration": vocabulary.architectures}
    if section in words:
        return {key: word.label for key, word in words[section].items()}
    if section == "features":
        return {key: feature.label for key, feature in data.features.items()}
    if section == "backends":
        return {key: backend.name for key, backend in data.backends.items()}
    return {key: item.name for key, item in data.formats.items()} if section in ("formats", "precisions") else {}
