"""Problems as values; and what is said about every kind of fault, each a small file in tests/problems.

A case is a YAML file whose first line says where it would stand in the sample: `# engines/elm.yml: why`. Beside it is
what `kb check` says then, one problem a line. After a change that is meant: pytest tests/test_problems.py --accept
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from sampling import copy_sample, problems_of

from generator.problems import DataError, Problem, did_you_mean

CASES = sorted(path.stem for path in (Path(__file__).parent / "problems").glob("*.yml"))
FOLDER = Path(__file__).parent / "problems"
SAID = re.compile(r"sample/\S+:\d+:\d+: (?P<text>.+) \[[a-z-]+\]", re.DOTALL)
INSIDES = re.compile(r"\b(dict|tuple|str|int|NoneType|[Ii]nput should|pydantic|Traceback|regex)\b|\.\. ")


def place_of(case: Path) -> str:
    """Where a case stands in the dataset, from its first line."""
    first = case.read_bytes().removeprefix(b"\xef\xbb\xbf").splitlines()[0].decode("ascii")
    match = re.match(r"# ([\w./-]+): \S", first)
    assert match, f"{case.name} must start with a line such as '# engines/elm.yml: why'"
    return match[1]


@pytest.mark.parametrize("name", CASES)
def test_what_is_said_about_a_faulty_file(name: str, tmp_path: Path, golden: Callable[[Path, str], None]) -> None:
    """Each case gets exactly the messages that stand beside it; none means that the file is good."""
    case = FOLDER / f"{name}.yml"
    data = copy_sample(tmp_path)
    target = data / place_of(case)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(case.read_bytes())
    said = problems_of(data)
    golden(case.with_suffix(".txt"), "".join(f"{problem}\n" for problem in said))
    lines = len(case.read_bytes().splitlines()) + 1
    for problem in said:
        assert_sentence(problem)
        assert not INSIDES.search(problem), f"words of the program's own insides: {problem}"
        file, line, _ = problem.split(":", 2)
        assert file != f"sample/{place_of(case)}" or 1 <= int(line) <= lines, f"there is no such line: {problem}"


def assert_sentence(said: str) -> None:
    """A stranger reads where, what and what instead."""
    match = SAID.fullmatch(said)
    assert match, f"not of the form file:line:column: text [rule]: {said}"
    assert match["text"][-1] in ".?", f"not a sentence: {said}"


def test_every_expectation_has_its_case() -> None:
    """A renamed case leaves nothing behind that nobody compares."""
    assert sorted(path.stem for path in FOLDER.glob("*.txt")) == CASES


def test_a_problem_reads_as_editors_and_terminals_expect() -> None:
    """File, line and column come first, the rule last; the hint follows the message."""
    bare = Problem("data/x.yml", 3, 7, "this is wrong.", "rule")
    hinted = Problem("data/x.yml", 3, 7, "this is wrong.", "rule", "Do that.")
    assert str(bare) == "data/x.yml:3:7: this is wrong. [rule]"
    assert str(hinted) == "data/x.yml:3:7: this is wrong. Do that. [rule]"


def test_problems_are_sorted_by_place() -> None:
    """Whatever order the rules ran in, a reader walks through the files from top to bottom."""
    places = [("b.yml", 1, 1), ("a.yml", 10, 1), ("a.yml", 9, 5), ("a.yml", 9, 4)]
    error = DataError(Problem(file, line, column, "m.", "r") for file, line, column in places)
    assert [(p.file, p.line, p.column) for p in error.problems] == sorted(places)
    assert str(error).splitlines()[0] == "a.yml:9:4: m. [r]"


@pytest.mark.parametrize(
    ("word", "known", "hint"),
    [
        ("ful", ["full", "partial"], "Did you mean 'full'?"),
        ("gb", ["GB", "GiB", "TB/s"], "Did you mean 'GB'?"),
        ("METAL", ["metal", "cuda"], "Did you mean 'metal'?"),
        ("zzz", ["full", "partial"], "Write one of: full, partial."),
        ("zzz", list("abcdefghijkl"), "Write one of: a, b, c, d, e, f, g, h, i, j, k, l."),
        ("zzz", list("abcdefghijklm"), ""),
        ("zzz", [], ""),
    ],
)
def test_a_hint_names_the_nearest_word_or_all_when_few(word: str, known: list[str], hint: str) -> None:
    """A near miss gets one word, a short list is told in full, a long one is not."""
    assert did_you_mean(word, known) == hint
