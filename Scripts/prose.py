#!/usr/bin/env python3
"""Searches prose for the patterns that make readers go back: house words, words that are not English, sentences whose subject comes last.

    Scripts/prose.py             checks pages, counts the rest, and checks that the faults in Tests/Pages/Prose.* are found
    Scripts/prose.py list NAME   prints the hits of one kind of text: comments, internal, messages, tests or names
    Scripts/prose.py list PATH   prints the hits in one file

- Pages: README.md, Documentation, guides (DocC) and every other page must have no hit.
- The doc comments and other comments of Sources and CSources, the text of literals in them (error messages), the comments of tests, and
  the names of tests may have as many hits as LIMITS says.

Code, spans of code, addresses and figures that `make figures` writes are not prose. Tests/Pages/prose.txt lists allowed uses with
reasons."""

import os
import re
import sys
from pathlib import Path

from pages import PLANTED, PLANTED_PAGES, SPAN, Page, tracked

# The limits. Lower them when a count has become smaller.
LIMITS = {"comments": 149, "internal": 80, "messages": 0, "tests": 175, "names": 29}

# A pattern, and what to write instead. Words are matched as a whole, in lower and upper case; `^` stands for the
# beginning of a sentence or of a cell of a table.
PATTERNS = {
    r"anew": "again, from scratch",
    r"heed(s|ed|ing)?": "respect",
    r"nobody|whom": "no one; another sentence",
    r"of none|is none of|no numbers?": "name the thing",
    r"goes and comes|comes and goes|gone and come": "deleted and inserted",
    r"(is|are|was|were|be|been) told": "is notified, receives",
    r"hears? of|(is|are|was|were) asked": "receives; is called, returns",
    r"another (width|height|size|extent|length|layout|order|font|scale|position|content|text|title|frame|offset|inset)": "a new, a different",
    r"other (widths|heights|sizes|layouts|orders)": "new, different",
    r"^what (?![^.:;|]*\?)\w+": "name the subject",
    r"what (is|was) (on|in|above|below|outside|seen|left)( the)?( screen)?|what (becomes|became|goes|comes|waits|stays)|all that (is|was)":
        "name the thing",
    r"at once": "immediately, together",
    r"beside": "next to, outside, in addition to, compared with",
    r"also (when|while|if|by|in|for|during|of|after|before|with|where|those|between|on|from)|, too": "even when, including",
    r"stands? (in|beside|at|between|above|below|on|alone|there|where|before|after)|standing (in|at|on)": "is, is in",
    r"(of|on) (its|their|your|our|his|one's|my) own(?=$|[.,;:)|]| (and|or|in|for|with|that|which|if|to|by|at|is|are|has|but|so|from|on|as|after|before) )":
        "separate, independent, your own X",
    r"by (itself|themselves)": "automatically, alone",
    r"neighbou?r(s|ing)?": "adjacent, consecutive",
    r"texts": "text, labels, strings",
    r"load(s|ed|ing)? (everything|all|it) again|(everything|data|all) is loaded again|loaded again": "full reload",
    r"(items?|cells?|rows?|sections?|elements?|identifiers?|views?|those) (that|which) stay(s|ed)?(?! (in place|together))|stays? in force": "survive, are kept",
    r"fingers?": "the user, a touch, a gesture",
    r"\d us": "µs",
    r"laws?": "property, or a definition",
    r"histor(y|ies)": "random sequence of edits",
    r"rivals?": "alternative",
    r"doubles?(?! (click|tap|the|space))": "test double, stub",
    r"front doors?|doors?": "data source, interface",
    r"obvious": "simple, reference",
    r"mend(s|ed|ing)?|shrunken": "fix; reduced",
    r"(take|takes|taken|took) (\w+ ){0,3}back": "cancel, undo",
    r"(replac(e|es|ing)|exchang(e|es|ing)) [^.:;|(]{1,60}? by(?! (default|identifier|identity|name|position|index))": "replace with",
    r"^of (a|an|the|what|all|these|those|each|every)": "subject first",
    r"the begin|of before|from nothing|from elsewhere|in haste|in sight|near by|without end": "plain words",
    r"mak(e|es|ing) (a|an|the|one) (pass|edit|change|call|step|snapshot|batch|update|copy)": "perform, create, apply",
    r"an own": "a separate",
}


def compiled(pattern):
    flags = re.IGNORECASE
    if pattern.startswith("^"):
        word, rest = pattern[1:].split(" ", 1)
        pattern, flags = rf"(?:{word.capitalize()}|(?<=\|\x20){word}) {rest}", 0
    if "[^" not in pattern:
        pattern = pattern.replace(" ", r"\s+")
    return re.compile(rf"\b(?:{pattern})(?!\w)", flags)


COMPILED = [(compiled(pattern), advice) for pattern, advice in PATTERNS.items()]
# The name of a test stands alone in a log.
COMPILED_FOR_NAMES = COMPILED + [(re.compile(r"\A(it|its|they|their)\b"), "name the subject")]


class Text:
    """Prose of one kind from one file, with the line of each part. Blank lines end a paragraph."""

    def __init__(self, path, lines, patterns=COMPILED):
        self.path, self.lines, self.patterns = str(path), [], patterns
        before = None
        for number, line in lines:
            if before is not None and number != before + 1:
                self.lines.append((before, ""))
            self.lines.append((number, line))
            before = number
        text = "\n".join(line for _, line in self.lines)

        def hidden(match):
            return re.sub(r"[^\n]", "x", match[0])

        text = re.sub(r"<!-- [\w ]*figures: .*?<!-- end of", hidden, text, flags=re.DOTALL)
        text = SPAN.sub(hidden, text)
        text = re.sub(r"<!--.*?-->|\]\([^)]*\)|<doc:\w+>|https?://\S+", hidden, text, flags=re.DOTALL)
        # A heading may begin with any word.
        text = re.sub(r"^#+ (what|which|why)\b", lambda match: "x" * len(match[0]), text, flags=re.MULTILINE | re.IGNORECASE)
        self.text = text

    def hits(self, allowed):
        for pattern, advice in self.patterns:
            for match in pattern.finditer(self.text):
                if not match[0].strip():
                    continue
                start = match.start() + len(match[0]) - len(match[0].lstrip())
                around = re.sub(r"\s+", " ", self.text[max(0, start - 60) : match.end() + 60])
                if not allowed.permits(self.path, around, match[0]):
                    yield self.lines[self.text.count("\n", 0, start)][0], re.sub(r"\s+", " ", match[0]), advice


class Allowed:
    """Tests/Pages/prose.txt: a page or `*`, a colon, and words around the hit; the line before states the reason."""

    def __init__(self, path):
        lines = path.read_text().splitlines() if path.exists() else []
        self.rules = [tuple(line.split(": ", 1)) for line in lines if line and not line.startswith("#")]
        self.used = set()

    def permits(self, path, around, hit):
        for rule in self.rules:
            page, words = rule
            if page in ("*", os.path.basename(path)) and words.lower() in around.lower() and re.sub(r"\s+", " ", hit).lower() in words.lower():
                self.used.add(rule)
                return True
        return False


INTERPOLATION = re.compile(r'\\\((?:[^()"]|"[^"]*"|\((?:[^()"]|"[^"]*"|\([^()]*\))*\))*\)')
LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"')


def parts(path):
    """(doc comments, other comments, literals) of a source file, as numbered lines."""
    documented, other, literals = [], [], []
    is_swift = path.endswith(".swift")
    is_public = is_swift or "/include/" in path
    in_text = False
    for number, line in enumerate(Path(path).read_text().split("\n"), 1):
        stripped = line.strip()
        if stripped.startswith("//"):
            comment = stripped.lstrip("/")
            if not comment.startswith("     "):
                (documented if is_public and stripped.startswith("///") else other).append((number, comment[1:] or ""))
            continue
        if '"""' in line:
            in_text = not in_text
        elif in_text:
            literals.append((number, stripped))
        elif '"' in line:
            for match in LITERAL.finditer(INTERPOLATION.sub("x", line)):
                if match[1].count(" ") >= 2:
                    literals.append((number, match[1]))
    return documented, other, literals


def names(path):
    """The names of the test functions of a file, as words."""
    text = Path(path).read_text()
    found = r"@Test\b[^{}]*?\bfunc\s+`?(\w+)|\bfunc\s+(test\w+)" if str(path).endswith(".swift") else r"^static void (\w+)\(uint64_t seed\)"
    for match in re.finditer(found, text, re.MULTILINE):
        name = next(filter(None, match.groups()))
        words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name.removeprefix("test")).replace("_", " ").lower().strip()
        yield text.count("\n", 0, match.end()) + 1, words


def texts():
    """(kind, text) of everything that is searched."""
    for path in tracked("*.md"):
        if not path.startswith(PLANTED_PAGES):
            page = Page(path)
            yield "pages", Text(path, page.lines)
    for path in tracked("Sources/*.swift", "CSources/*.[ch]"):
        for kind, lines in zip(("comments", "internal", "messages"), parts(path)):
            yield kind, Text(path, lines)
    for path in tracked("Tests/*.swift", "Tests/*.[ch]"):
        if path.startswith(PLANTED_PAGES):
            continue
        documented, other, _ = parts(path)
        yield "tests", Text(path, sorted(documented + other))
        for number, name in names(path):
            yield "names", Text(path, [(number, name)], COMPILED_FOR_NAMES)


def blocks(lines):
    """(line, lines) of each paragraph, item of a list and row of a table."""
    block = []
    for number, line in lines + [(0, "")]:
        if block and (not line.strip() or line.startswith(("- ", "|"))):
            yield block[0][0], block
            block = []
        if line.strip():
            block.append((number, line))


def main():
    os.chdir(Path(__file__).parent.parent)
    allowed = Allowed(PLANTED / "prose.txt")
    counts, failures = dict.fromkeys(LIMITS, 0), []
    wanted = sys.argv[2] if sys.argv[1:2] == ["list"] else None
    words = dict.fromkeys(("pages", *LIMITS), 0)
    for kind, text in texts():
        hits = list(text.hits(allowed))
        words[kind] += len(text.text.split())
        lines = [f"{text.path}:{number}: “{hit}”: {advice}" for number, hit, advice in sorted(hits)]
        if wanted in (kind, text.path):
            print("\n".join(lines), end="\n" if lines else "")
        if kind != "pages":
            counts[kind] += len(hits)
        elif hits:
            failures += [line.replace(": ", ": error: ", 1) for line in lines]
    if wanted:
        return
    failures += [f"{kind}: {counts[kind]} hits, at most {most}: Scripts/prose.py list {kind}" for kind, most in LIMITS.items() if counts[kind] > most]
    failures += [f"Tests/Pages/prose.txt: error: no text needs {': '.join(rule)}" for rule in allowed.rules if rule not in allowed.used]

    # Each planted sentence must be found by a pattern, each pattern by a planted sentence, and the better sentences by none.
    planted, found = Page(PLANTED / "Prose.md"), set()
    for number, block in blocks(planted.lines):
        text = Text(planted.path, [(number, line.replace("(must fail)", "")) for number, line in block])
        matched = {index for index, (pattern, _) in enumerate(COMPILED) if pattern.search(text.text)}
        found |= matched
        if any("must fail" in line for _, line in block) != bool(matched):
            failures.append(f"{planted.path}:{number}: error: {'a better sentence is found' if matched else 'is not found'}")
    source, hits = PLANTED / "Prose.swift", set()
    for text in [Text(source, lines) for lines in parts(str(source))] + [Text(source, [name], COMPILED_FOR_NAMES) for name in names(source)]:
        hits |= {number for number, _, _ in text.hits(allowed)}
    for number, line in enumerate(source.read_text().splitlines(), 1):
        if ("must fail" in line) != (number in hits):
            failures.append(f"{source}:{number}: error: {'is found' if number in hits else 'is not found'}")
    failures += [f"{planted.path}: error: no sentence for the pattern {pattern}" for index, pattern in enumerate(PATTERNS) if index not in found]
    for failure in failures:
        print(failure)
    if failures:
        sys.exit(f"prose: {len(failures)} faults")
    print("prose: no hit in pages; " + ", ".join(f"{kind} {counts[kind]} of {LIMITS[kind]}" for kind in LIMITS) + " hits")


if __name__ == "__main__":
    main()
