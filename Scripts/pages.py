#!/usr/bin/env python3
"""Checks what pages say against the tree: README.md, Documentation, the guides (DocC) and every other page of Markdown.

    Scripts/pages.py            checks all pages, and that the check finds the faults in Tests/Pages/Broken.*
    Scripts/pages.py figures    copies figures from the tables of Documentation/Figures.md into the sentences that quote them

- Symbols, also in the comments of Sources and CSources. A code span that reads as a symbol, a function's full name or a path
  must name one that exists: a declaration in Swift or C, a file, a make target, or a word of the same page's code. Pages for
  users name only what is public. Words of other libraries and of the system are listed in Tests/Pages/others.txt. `Type.member`
  must be a member of that type, of a type that it derives from, or of a protocol that it conforms to. In a function's name,
  arguments with a default value may be left out.
- Tests. In a table, the spans of a column named "test" are test functions or suites.
- Links. Files, headings (#anchors) and pictures must exist. Guides have the links of any other page, which work where the repository is
  shown; Scripts/catalogs.py makes DocC's links of them. Docc checks links to symbols in guides (Scripts/docs.sh).
- The address of the repository, a placeholder, is in one file only.
- Figures, also times in the comments of Sources and CSources. A time, a size or a count of lines or tests changes unnoticed. It
  stands in a table that a command writes, or is copied from one (`<!-- figure: ROW -->493 ns<!-- end -->`, with `ROW / COLUMN` for
  other columns than the first), or its paragraph names date and machine (in a section with a written table: any paragraph), or
  Tests/Pages/stated.txt says that it is not a measurement.
- Origins. Each row of Documentation/Decisions.md says whether UIKit does the same, and names a test.
- Lengths. A page that is meant to be read as a whole has a limit of words.
- Lists of source lines. A line of Tests/Coverage/survivors*.txt and unreached.txt must still be a line of the file that it names.
"""

import fnmatch
import os
import re
import subprocess
import sys
from pathlib import Path

from declarations import Names, fits, without_comments

FIGURES = "Documentation/Figures.md"
PLANTED = Path("Tests/Pages")
# Pages that hold faults on purpose.
PLANTED_PAGES = ("Tests/Pages/", "Tests/DocumentationCode/")


def tracked(*patterns):
    return subprocess.run(["git", "ls-files", *patterns], stdout=subprocess.PIPE, text=True, check=True).stdout.split("\n")[:-1]


def tree():
    """The names that the tree declares, with words of C, files, make targets and options."""
    result = Names()
    result.words = set()
    result.files = set(tracked())
    result.folders = {str(parent) for path in result.files for parent in Path(path).parents}
    for path in sorted(result.files):
        if path.endswith(".swift"):
            others = ("Tests/AppleStubs/Sources", "Tests/DocumentationCode", "Tests/Pages")
            is_test = path.startswith("Tests/") and not path.startswith(others)
            result.read(path, path.startswith(("Sources/", "Tests/AppleStubs/Sources")), is_test)
        elif path.endswith((".h", ".c")):
            result.words.update(re.findall(r"\w+", without_comments(Path(path).read_text())))
        result.words.update(Path(path).parts, [] if path.endswith(".swift") else [Path(path).stem])
    commands = tracked("Makefile", "Scripts", ".ci", "Benchmarks/*.sh", "*.swift")
    environment = "\n".join(Path(path).read_text() for path in commands if not path.startswith("Scripts/pages"))
    result.words.update(re.findall(r"\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b|\b(?:FILTER|SEED|SECONDS|FULL|WRITE|PREFIX)\b", environment))
    result.words.update(re.findall(r'"(\w+)"', Path("Package.swift").read_text()))
    result.options = set(re.findall(r"--[\w-]+", environment))
    result.targets = set(re.findall(r"^([\w-]+):", Path("Makefile").read_text(), re.MULTILINE))
    result.words |= result.targets
    return result


# MARK: Lengths

# The most words of a page, drawings and tables included.
WORDS = {"README.md": 900, "Documentation/Architecture.md": 1500, "Tests/Pages/Broken.md": 0}


class Lengths:
    """Pages that are read as a whole stay short."""

    def check(self, page):
        limit = WORDS.get(str(page.path))
        if limit is not None and (count := len(page.path.read_text().split())) > limit:
            yield 1, f"{count} words, and the limit is {limit}"


# MARK: Origins

# How a decision says what UIKit does.
ORIGINS = re.compile(
    r"As UIKit \((?:measured|documented)\b[^)]*\)|Other than UIKit, because \w|UIKit: not measured\.|ListEngine's own\b"
)


class Origins:
    """Rows of tables with a column named "origin" begin it with one of the origins, and name a test."""

    # Each table of questions on these pages has the column.
    PAGES = ("Documentation/Decisions.md", "Tests/Pages/Broken.md")

    def check(self, page):
        for number, header, row in page.rows():
            origin = next((name for name in header if name.startswith("origin")), None)
            if not origin:
                if str(page.path) in self.PAGES and header[0] == "question":
                    yield number, "a decision without an origin"
                continue
            cells = dict(zip(header, row))
            if not ORIGINS.match(cells.get(origin, "")):
                yield number, f"no origin: {cells.get(origin, '')[:60]}"
            elif "`" not in cells.get("test", ""):
                yield number, "a decision that no test checks"


# MARK: Pages

SPAN = re.compile(r"(?<!`)(`{1,2})(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)


class Page:
    """The lines of a page without its blocks of code, and the words of these blocks."""

    def __init__(self, path):
        self.path = Path(path)
        self.lines, self.code, fence = [], "", False
        for number, line in enumerate(self.path.read_text().split("\n"), 1):
            if line.lstrip().startswith("```"):
                fence = not fence
            elif fence:
                self.code += line + "\n"
            else:
                self.lines.append((number, line))
        self.is_guide = ".docc/" in str(path)
        # Such a page names what a program can use. The others also name what is inside.
        self.is_for_users = self.is_guide or self.path.name in ("Features.md", "Window.md", "Apple.md", "Broken.md") or str(path) == "README.md"

    @classmethod
    def of_comments(cls, path):
        """What the comments of a source file say. They may name what is inside, and the parameters and variables of the file."""
        text = Path(path).read_text()
        page = cls.__new__(cls)
        page.path, page.code, page.is_guide, page.is_for_users = Path(path), without_comments(text), False, False
        marked = [re.match(r"\s*///?(?: (?! {4})(.*))?$", line) for line in text.split("\n")]
        page.lines = [(number, comment[1] or "") for number, comment in enumerate(marked, 1) if comment]
        return page

    def headings(self):
        return [line.lstrip("#").strip() for _, line in self.lines if re.match(r"#{1,6} ", line)]

    def anchors(self):
        """The anchors of the headings, as GitHub makes them."""
        result, seen = set(), {}
        for heading in self.headings():
            text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").lower()
            text = re.sub(r"[^\w\- ]", "", text).replace(" ", "-")
            count = seen[text] = seen.get(text, -1) + 1
            result.add(f"{text}-{count}" if count else text)
        return result

    def rows(self):
        """(line, the names of the columns, the cells), for each row of a table."""
        header = None
        for number, line in self.lines:
            cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
            if not line.startswith("|"):
                header = None
            elif header is None:
                header = cells
            elif not re.fullmatch(r"[|\s:-]+", line):
                yield number, header, cells

    def spans(self):
        """(line, span, number of ticks, the header of its column or None), for each span of code."""
        header, paragraph = None, []
        for number, line in self.lines + [(0, "")]:
            is_row = line.startswith("|")
            if is_row or not line.strip() or re.match(r"\s*[-*] ", line):
                # A span may continue in the next line of its paragraph.
                text = "\n".join(line for _, line in paragraph)
                for match in SPAN.finditer(text):
                    yield paragraph[text.count("\n", 0, match.start())][0], re.sub(r"\s+", " ", match[2]), len(match[1]), None
                paragraph = []
            if not is_row:
                header = None
                paragraph.append((number, line))
                continue
            columns = re.split(r"(?<!\\)\|", line)[1:]
            if header is None:
                header = [column.strip() for column in columns]
            for index, column in enumerate(columns):
                for match in SPAN.finditer(column):
                    yield number, match[2], len(match[1]), header[index] if index < len(header) else None


class Others:
    """Tests/Pages/others.txt: the words that are not ours, with the pages in which they may occur."""

    def __init__(self, path):
        self.rules, pages = [], "*"
        for line in path.read_text().splitlines():
            line = "" if line.startswith("# ") else line
            if line.startswith("["):
                pages = line.strip("[]")
            else:
                self.rules += [(pages, word) for word in line.split()]
        self.used = set()

    def known(self, page, word):
        for rule in self.rules:
            pages, pattern = rule
            if fnmatch.fnmatchcase(word, pattern) and any(fnmatch.fnmatchcase(page.path.name, name) for name in pages.split()):
                self.used.add(rule)
                return True
        return False


class Symbols:
    def __init__(self, tree, others):
        self.tree, self.others = tree, others
        fixtures = "\n".join(Path(path).read_text() for path in tracked("Tests/DocumentationCode/*.swift"))
        self.fixtures = set(re.findall(r"\w+", without_comments(fixtures)))

    def check(self, page):
        page.words = set(re.findall(r"\w+", page.code)) | self.fixtures
        for number, span, ticks, column in page.spans():
            if ticks == 2:
                # A link of DocC. Docc checks those in guides.
                if page.is_guide:
                    continue
                span = re.sub(r"-([\w.]+|\([^)]*\)(->\w+)?)$", "", span).replace("/", ".")
            if column in ("test", "tests"):
                if span not in self.tree.tests and not self.path(page, span):
                    yield number, f"`{span}` is no test"
            elif (problem := self.problem(page, span)) and not self.others.known(page, span):
                yield number, f"`{span}`: {problem}"

    def path(self, page, span):
        path = span.rstrip("/")
        if "*" in path:
            return any(fnmatch.fnmatchcase(file, path) or fnmatch.fnmatchcase(file, f"*/{path}") for file in self.tree.files)
        near = str(Path(os.path.normpath(page.path.parent / path)))
        all = self.tree.files | self.tree.folders
        return path in all or near in all or any(file.endswith(f"/{path}") for file in all)

    def problem(self, page, span):
        if span.startswith("<!--"):
            return None
        words = span.split()
        if words[0] == "make":
            unknown = [word for word in words[1:] if "=" not in word and word not in self.tree.targets]
            return f"make has no target {unknown[0]}" if unknown else None
        if re.fullmatch(r"[\w.*+-]*(/[\w.*+-]*)+|[\w*+-]+\.(\w{1,5})", words[0]) and self.path(page, words[0]):
            unknown = [word for word in words[1:] if word.startswith("--") and word not in self.tree.options]
            return f"no option {unknown[0]}" if unknown else None
        top = words[0].split("/")[0]
        if (top in self.tree.folders and "/" in words[0]) or re.fullmatch(r"[\w./+-]+\.(swift|[chm]|md|sh|py|svg|png|txt|json)", words[0]):
            return "no such file"
        if name := re.fullmatch(r"\.?((?:\w+\.)*\w+)\(((?:\w+:)*)\)", span):
            return self.function(page, name[1].split("."), re.findall(r"(\w+):", name[2]))
        if re.fullmatch(r"\w+(\.\w+)+", span) and words[0][0].isupper():
            parts = span.split(".")
            for type, member in zip(parts, parts[1:]):
                if type in self.tree.members or type in self.tree.bases:
                    if not self.tree.has(type, member, None):
                        return f"{type} has no member {member}"
        for word in re.findall(r"[\w-]*[A-Za-z_][\w-]*", re.sub(r'"[^"]*"', "", span)):
            if not self.known(page, word) and not all(self.known(page, part) for part in re.findall(r"\w+", word)):
                return f"nothing is called {word}"
        return None

    def known(self, page, word):
        return (
            word in self.tree.public
            or (not page.is_for_users and (word in self.tree.names or word in self.tree.labels))
            or word in self.tree.words
            or word in page.words
            or re.fullmatch(r"[\d_]\w*|\w", word)
            or self.others.known(page, word)
        )

    def function(self, page, parts, used):
        name = parts[-1]
        if name in self.tree.members or (name[0].isupper() and name in self.tree.bases):
            found = self.tree.has(name, "init", used) or (not used and not self.tree.members[name].get("init"))
            return None if found else f"{name} has no initialiser with these labels"
        if len(parts) > 1 and (parts[-2] in self.tree.members or parts[-2] in self.tree.bases):
            return None if self.tree.has(parts[-2], name, used) else f"{parts[-2]} has no such member"
        if fits(self.tree.names.get(name), used):
            return None if self.known(page, name) else f"{name} is not public"
        if name in self.tree.names:
            return "no function of this name has these labels"
        return None if name in page.words or name in self.tree.words else f"nothing is called {name}"


class Links:
    def __init__(self):
        self.pages = {path: Page(path) for path in tracked("*.md")}

    def check(self, page):
        folder = page.path.parent
        for number, line in page.lines:
            line = SPAN.sub("", line)
            for match in re.finditer(r"\]\(([^)\s]+)[^)]*\)|^\[[^\]]+\]:\s*(\S+)|<(doc:[^>]+)>", line):
                target = match[1] or match[2] or match[3]
                if problem := self.problem(page, folder, target):
                    yield number, f"{target}: {problem}"

    def problem(self, page, folder, target):
        if re.match(r"(https?|mailto):", target):
            return None
        if target.startswith("doc:"):
            return "a link of DocC is dead where the repository is shown: [title](Page.md)"
        name, _, anchor = target.partition("#")
        path = Path(os.path.normpath(folder / name)) if name else page.path
        if not path.exists():
            return "no such file"
        if anchor:
            if str(path) not in self.pages:
                return "an anchor into what is no page"
            if anchor not in self.pages[str(path)].anchors():
                return "no such heading"
        return None


# MARK: Lists of source lines


class SourceLines:
    """Lists of `file: source line` or `file: part of a line => what a fault makes of it`. A statement may go on in the next line."""

    LISTS = ("Tests/Coverage/survivors.txt", "Tests/Coverage/survivors-swift.txt", "Tests/Coverage/unreached.txt")

    def __init__(self):
        self.texts = {}
        for path in tracked("CSources/*.[ch]", "Sources/*.swift"):
            self.texts[path] = " ".join(Path(path).read_text().split())

    def check(self, page):
        """Yields (line, problem) for each entry that names a file or a source line that is gone."""
        for number, entry in page.lines:
            if not entry.strip() or entry.startswith("#"):
                continue
            file, _, source = entry.lstrip("~ ").partition(": ")
            source = " ".join(re.split(r" =>(?: |$)", source)[0].split())
            texts = [text for name, text in self.texts.items() if name.endswith(f"/{file}")]
            if not texts:
                yield number, f"no source file {file}"
            elif not any(source in text for text in texts):
                yield number, f"{file} has no longer: {source[:80]}"


# MARK: The address

ADDRESS, HOME = "example" ".com", "README.md"


class Address:
    """The placeholder for the address of the repository is in one file, so that it is replaced in one place."""

    def check(self, page):
        for number, line in page.lines:
            if ADDRESS in line and str(page.path) != HOME:
                yield number, f"the address is in {HOME} only"

    def elsewhere(self, files):
        for path in files:
            if path != HOME and not path.startswith(PLANTED_PAGES):
                try:
                    text = Path(path).read_text()
                except (UnicodeDecodeError, FileNotFoundError, IsADirectoryError):
                    continue
                if ADDRESS in text:
                    yield f"{path}:{text[:text.index(ADDRESS)].count(chr(10)) + 1}: error: the address is in {HOME} only"




# MARK: Figures

FIGURE = re.compile(
    r"(?<![\w.^])\d[\d,.]*(?: (?:million|thousand))?(?:\s?(?:ns|us|µs|ms|s|MB|KB|GB)\b|"
    r" (?:seconds?|minutes?|bytes?|times as|instructions?|lines|tests|test functions)\b)"
)
# In comments of code, sizes follow from the code.
TIME = re.compile(FIGURE.pattern.replace("|MB|KB|GB", "").replace("bytes?|", ""))
QUOTED = re.compile(r"<!-- figure: (.+?) -->(.*?)<!-- end -->", re.DOTALL)
DATE, MACHINE = re.compile(r"\b20\d\d-\d\d-\d\d\b"), re.compile(r"EPYC|Xeon|x86-64|arm64|[Tt]wo cores")


def rows(text):
    """The rows of the tables that `make figures` writes: {row: {column: value}}; None for a name with two rows."""
    result = {}
    for block in re.findall(r"<!-- [\w ]*figures: .*?-->\n(.*?)<!-- end of", text, re.DOTALL):
        header = None
        for line in block.splitlines():
            if not line.startswith("|"):
                continue
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            if header is None:
                header = cells
            elif not cells[0].startswith("-"):
                result[cells[0]] = None if cells[0] in result else dict(zip(header[1:], cells[1:]), **{"": cells[1]})
    return result


def quoted(name, table):
    """The value of a row, of its first column or of one that is named."""
    row, _, column = name.partition(" / ")
    return (table.get(row) or {}).get(column)


class Figures:
    def __init__(self, stated):
        self.table = rows(Path(FIGURES).read_text())
        self.stated = [line for line in stated.read_text().splitlines() if line and not line.startswith("#")]
        self.used = set()

    def check(self, page):
        text = "\n".join(line for _, line in page.lines)
        for match in QUOTED.finditer(text):
            value = quoted(match[1], self.table)
            if value != match[2]:
                number = page.lines[text.count("\n", 0, match.start())][0]
                yield number, f"{FIGURES} has {value or 'no single figure'} for {match[1]}, not {match[2]}: Scripts/pages.py figures"
        for number, line in page.lines:
            if re.match(r"\s*<!-- figure: ", line):
                yield number, "a mark at the beginning of a line makes a block of HTML: put a word before it"
        section, written, measured = [], False, False
        for number, line in page.lines + [(0, "# ")]:
            if re.match(r"#{1,6} ", line):
                yield from self.unfounded(page, section, measured)
                section, measured = [], False
            if re.match(r"<!-- .*(written by|bench-window)", line):
                written = measured = True
            if not written:
                section.append((number, line))
            if re.match(r"<!-- end", line):
                written = False

    def unfounded(self, page, section, measured):
        """A paragraph with a date and a machine stands for itself and for a list that it introduces. In a section with a written
        table it stands for all of the section."""
        paragraphs, ends = [[]], ""
        for number, line in section:
            paragraphs[-1].append((number, line))
            if not line.strip() and not ends.endswith(":"):
                paragraphs.append([])
            ends = line.strip() or ends
        for lines in [section] if measured else paragraphs:
            yield from self.undated(page, lines)

    def undated(self, page, lines):
        text = "\n".join(line for _, line in lines)
        if DATE.search(text) and MACHINE.search(text):
            return
        for number, line in lines:
            if re.match(r"\|.*\| *(lines|tests) *\|", line):
                yield number, "a column of counts that no command writes"
        hidden = QUOTED.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
        for match in (FIGURE if page.path.suffix == ".md" else TIME).finditer(hidden):
            index = hidden.count("\n", 0, match.start())
            number, line = lines[index]
            rule = next((rule for rule in self.stated if self.matches(rule, page, text, match)), None)
            if rule:
                self.used.add(rule)
            else:
                yield number, f"{match[0]}: no table has this figure, and its paragraph names no date and machine"

    def matches(self, rule, page, text, match):
        """A rule is a page and the words in which a figure stands."""
        name, _, words = rule.partition(": ")
        if name != page.path.name:
            return False
        found = re.sub(r"\s+", " ", text[max(0, match.start() - 80) : match.end() + 80])
        return words in found and match[0] in words


def write_figures():
    table = rows(Path(FIGURES).read_text())
    for path in tracked("*.md"):
        if path.startswith(PLANTED_PAGES):
            continue
        text = Path(path).read_text()
        new = QUOTED.sub(lambda match: f"<!-- figure: {match[1]} -->{quoted(match[1], table) or match[2]}<!-- end -->", text)
        if new != text:
            Path(path).write_text(new)
            print(f"pages: {path}")


def main():
    os.chdir(Path(__file__).parent.parent)
    if sys.argv[1:] == ["figures"]:
        return write_figures()
    all = tree()
    others = Others(PLANTED / "others.txt")
    figures = Figures(PLANTED / "stated.txt")
    lines = SourceLines()
    checks = [Symbols(all, others), Links(), figures, Origins(), Lengths(), Address()]
    failures = list(checks[-1].elsewhere(all.files))
    pages = [Page(path) for path in tracked("*.md") if not path.startswith(PLANTED_PAGES)]
    for page in pages:
        for check in checks:
            failures += [f"{page.path}:{number}: error: {problem}" for number, problem in check.check(page)]
    sources = [Page.of_comments(path) for path in tracked("Sources/*.swift", "CSources/CListEngine/*.[ch]")]
    for source in sources:
        for check in (checks[0], figures):
            failures += [f"{source.path}:{number}: error: {problem}" for number, problem in check.check(source)]
    for path in SourceLines.LISTS:
        failures += [f"{path}:{number}: error: {problem}" for number, problem in lines.check(Page(path))]
    # A word or figure that no page uses any more is taken off its list.
    failures += [f"{PLANTED}/others.txt: error: no page needs {word} ({pages})" for pages, word in others.rules if (pages, word) not in others.used]
    failures += [f"{PLANTED}/stated.txt: error: no page says {rule}" for rule in figures.stated if rule not in figures.used]

    # Each line that says so must be found.
    planted = 0
    for broken, its in (
        (Page(PLANTED / "Broken.md"), checks),
        (Page.of_comments(PLANTED / "Broken.swift"), [checks[0], figures]),
        (Page(PLANTED / "BrokenLines.txt"), [lines]),
    ):
        found = {}
        for check in its:
            for number, problem in check.check(broken):
                found.setdefault(number, problem)
        planted += len(found)
        for number, line in broken.lines:
            if ("must fail" in line) != (number in found):
                failures.append(f"{broken.path}:{number}: error: {found.get(number, 'was expected to fail')}")
    for failure in failures:
        print(failure)
    if failures:
        sys.exit(f"pages: {len(failures)} faults")
    print(
        f"pages: symbols, tests, links and figures of {len(pages)} pages, symbols and figures in the comments of {len(sources)} files, "
        f"{len(SourceLines.LISTS)} lists of source lines; {planted} planted faults found"
    )


if __name__ == "__main__":
    main()
