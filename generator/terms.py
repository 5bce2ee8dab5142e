"""The glossary as one pattern: finds its terms in running text, and leaves names alone that only contain one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from operator import itemgetter

from generator.schema import Term

_NAMELIKE = re.compile(r"[A-Z][a-z]+\b")  # how a word of a name is written, unlike GPU, FP8 or MoE
_STARTS_SENTENCE = re.compile(r"(^|[.!?:;()\[\]“\"]\s*)$")
_WORD_BEFORE = re.compile(r"([\w.-]+) $")


def _any_of(spellings: Iterable[str]) -> str:
    """A pattern for the longest of some spellings. Alternatives share a first letter, because `re` tries each."""
    longest_first = sorted(spellings, key=lambda spelling: (spelling[0], -len(spelling), spelling))
    by_letter = groupby(longest_first, key=itemgetter(0))
    alternatives = [
        f"{re.escape(letter)}(?:{'|'.join(re.escape(one[1:]) for one in some)})" for letter, some in by_letter
    ]
    return "|".join(alternatives) or "(?!)"


class Terms:
    """Every spelling of every term, longest first, as whole words; `names` are left alone wherever they stand."""

    def __init__(self, terms: Mapping[str, Term], names: Iterable[str] = ()) -> None:
        self.terms = terms
        spelled = [(spelling, name) for name, term in terms.items() for spelling in (term.term, *term.also)]
        longer = {name.casefold(): "" for name in names if " " in name}
        self._by_spelling = longer | {spelling.casefold(): name for spelling, name in spelled}
        self._written = {spelling.casefold(): spelling for spelling, _ in spelled}
        self._small = {word for spelling, _ in spelled for word in spelling.split() if word[0].islower()}
        self._pattern = re.compile(rf"(?<![\w/-])(?:{_any_of(self._by_spelling)})(?![\w/-])", re.IGNORECASE)

    def spelled(self, name: str) -> tuple[str, str]:
        """How the glossary spells an id, and the term it is a spelling of: `guide-s1` is `guide S1`. Else nothing."""
        words = name.replace("-", " ").casefold()
        term = self._by_spelling.get(words, "")
        spellings = (self.terms[term].term, *self.terms[term].also) if term else ()
        return next((spelling for spelling in spellings if spelling.casefold() == words), ""), term

    def split(self, text: str) -> Iterator[tuple[str, str]]:
        """Pieces of a text with the term each is a spelling of, or an empty name."""
        end = 0
        for match in self._pattern.finditer(text):
            yield text[end : match.start()], ""
            term = self._by_spelling[match[0].casefold()]
            yield match[0], "" if self._is_of_a_name(match[0], text[: match.start()], text[match.end() :]) else term
            end = match.end()
        yield text[end:], ""

    def _is_of_a_name(self, found: str, before: str, after: str) -> bool:
        """Whether capitals say that this is a product: `Workload Variant Autoscaler`, `an Envoy Gateway`.

        Capitals that the glossary writes itself, or that start a sentence, say nothing.
        """
        first, *rest = found.split()
        written = self._written.get(found.casefold(), found).split()[1:]
        if any(_NAMELIKE.match(word) and mine[0].islower() for word, mine in zip(rest, written, strict=True)):
            return True
        if not _NAMELIKE.match(first):
            return False
        if _NAMELIKE.match(after.removeprefix(" ")) and after.startswith(" "):
            return True
        if _STARTS_SENTENCE.search(before):
            return False
        return self._is_written_small(first) or self._follows_a_name(before)

    def _is_written_small(self, word: str) -> bool:
        """Whether the glossary has the word, or its plural, without a capital."""
        return any(word.casefold() + ending in self._small for ending in ("", "s", "es"))

    def _follows_a_name(self, before: str) -> bool:
        word = _WORD_BEFORE.search(before)
        return bool(word and _NAMELIKE.match(word[1]) and not _STARTS_SENTENCE.search(before[: word.start()]))
