#!/usr/bin/env python3
"""Compiles every block of Swift and C in the documentation, and runs the blocks that are whole programs.

- A page is a Markdown file: README.md, CONTRIBUTING.md, Documentation/*.md and the DocC catalogs. Its code stands between
  fences, and each fence names its language.
- In a comment of a Swift file, code is indented by four spaces, as DocC reads it. Other text between fences names its
  language.
- A block that begins with an import, or in C with an include, is a program. It gets nothing from elsewhere, it is linked and
  run, and when the next block of the page is `text`, it must print that.
- A block with an import of UIKit, AppKit or SwiftUI is a file of an app. Scripts/apple.sh type-checks it with the doubles of these
  modules: `documentation-code.py apple FOLDER`, where FOLDER has the modules.
- A block with an import of ListEngineGTK is a program with a window. Scripts/gtk.sh runs it until its window is shown, and
  type-checks the comments of that module: `documentation-code.py gtk FOLDER`, where FOLDER is the build with the trait GTK. A block with
  an import of GLibMainActor needs that build too, and must end.
- A block with an import of ListEnginePostgres is a program over a server. Scripts/postgres.sh type-checks it, and the comments of that
  module: `documentation-code.py postgres FOLDER`, where FOLDER is the build with the trait PostgreSQL. Scripts/grdb.sh does the same with
  ListEngineGRDB: `documentation-code.py grdb FOLDER`.
- The line `<!-- picture: terminal 60x10 Down Enter -->` above a picture says that it shows the first program after it, in a terminal
  of that size and after these keys (of tmux). The picture must show what the program draws. `<!-- picture: window -->` says the same
  of a program with a window, whose looks depend on theme and fonts, so that the picture is not compared. With LE_RECORD=1 all
  pictures are made again.
- A block that begins with `.package(` is a dependency of a manifest.
- Any other block is the body of a method. It sees what the earlier blocks of its page or comment declare, and the declarations
  in Tests/DocumentationCode/MODULE.swift, which stand for the reader's own program. There `Context` is the class of the
  method, for blocks that use `self`. A block that begins with `extension` stands outside of any method.

All blocks of a module are type-checked by one call of the compiler. Errors name file and line of the block.
Tests/DocumentationCode/Broken.md holds blocks that must fail, to show that the check can.
"""

import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pictures

FIXTURES = Path("Tests/DocumentationCode")
HAS_TMUX = shutil.which("tmux") is not None
INCLUDE = "CSources/CListEngine/include"
TERMINAL = "CSources/CListEngineTerminal/include"
# What a module's objects need at run time. Pages outside of a catalog are about ListEngine.
LINKED = [
    "ListEngine", "ListEngineCompatibility", "ListEngineDiff", "ListEngineLayout", "ListEngineTrace", "ListEngineTerminal",
    "ListEngineData", "ListEngineDataTesting",
    "CListEngine", "CListEngineTerminal",
]


class Block:
    def __init__(self, file, line, language, code):
        self.file, self.line, self.language, self.code = file, line, language, code
        self.picture = None

    @property
    def place(self):
        return f"{self.file}:{self.line}"

    def begins(self, *starts):
        lines = (line for line in self.code.splitlines() if line.strip() and not line.startswith("//"))
        return next(lines, "").startswith(starts)

    @property
    def is_of_app(self):
        return self.language == "swift" and re.search(r"^import (UIKit|AppKit|SwiftUI)$", self.code, re.MULTILINE) is not None

    @property
    def is_of_window(self):
        return self.language == "swift" and re.search(r"^import (ListEngineGTK|GLibMainActor)$", self.code, re.MULTILINE) is not None

    @property
    def is_of_trait(self):
        return self.language == "swift" and re.search(r"^import (ListEnginePostgres|ListEngineGRDB)$", self.code, re.MULTILINE) is not None

    @property
    def is_program(self):
        return not self.is_of_app and not self.is_of_window and not self.is_of_trait and self.begins("import ", "#include") and self.language in ("swift", "c")


class Picture:
    """A picture in a page, and what it shows of a program."""

    def __init__(self, page, line, words, link):
        self.place, self.kind, self.path = f"{page}:{line}", words[0], Path(page).parent / link
        if self.kind == "terminal":
            self.columns, self.rows = map(int, words[1].split("x"))
            self.keys = words[2:]
        else:
            self.words = words[1:]

    def check(self, program):
        """Compares the picture with the screen of a program in a terminal, or makes it."""
        if not HAS_TMUX:
            return []
        old = self.path.read_text() if self.path.exists() else None
        records = os.environ.get("LE_RECORD") == "1" and self.path.parent != FIXTURES
        new = pictures.terminal_picture(program, self.columns, self.rows, self.keys, None if records else old)
        if new == old:
            return []
        if not records:
            return [f"{self.place}: error: {self.path} does not show what the program draws: make pictures\n"]
        self.path.parent.mkdir(exist_ok=True)
        self.path.write_text(new)
        return []


def dedented(lines, indentation=None):
    if indentation is None:
        indentation = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return "".join(line[indentation:] + "\n" for line in lines)


def fenced(file, lines, first=1):
    """The fenced blocks of numbered lines of Markdown."""
    blocks, start, words, picture = [], None, None, None
    for number, line in enumerate(lines, first):
        if start is None and (stated := re.fullmatch(r"<!-- picture: (.*) -->", line)):
            words = stated[1].split()
        elif start is None and words and (shown := re.match(r"!\[[^\]]*\]\((\S+)\)", line)):
            picture, words = Picture(file, number, words, shown[1]), None
        mark = re.match(r"(\s*)```(.*)", line)
        if mark and start is None:
            start, language = number, mark[2].strip()
        elif mark:
            if not language:
                sys.exit(f"{file}:{start}: the block names no language: swift, c, sh or text")
            blocks.append(Block(file, start + 1, language, dedented(lines[start + 1 - first : number - first], len(mark[1]))))
            if picture and (blocks[-1].is_program or blocks[-1].is_of_window):
                blocks[-1].picture, picture = picture, None
            start = None
    if start is not None:
        sys.exit(f"{file}:{start}: the block has no end")
    if picture:
        sys.exit(f"{picture.place}: no program follows that the picture could show")
    return blocks


def of_comments(file):
    """The blocks of each documentation comment of a Swift file."""
    comments, comment = [], []
    for number, line in enumerate(file.read_text().splitlines() + [""], 1):
        text = re.match(r"\s*///(?: (.*)|$)", line)
        if text:
            comment.append(text[1] or "")
        elif comment:
            comments.append((number - len(comment), comment))
            comment = []
    for first, lines in comments:
        blocks = fenced(file, lines, first)
        index = 0
        while index < len(lines):
            # Indented text is code after an empty line. Elsewhere it continues a paragraph or an item of a list.
            if lines[index].startswith("    ") and index > 0 and not lines[index - 1].strip():
                end = index
                while end < len(lines) and (lines[end].startswith("    ") or not lines[end].strip()):
                    end += 1
                if not any(block.line <= first + index < block.line + block.code.count("\n") for block in blocks):
                    blocks.append(Block(file, first + index, "swift", dedented(lines[index:end])))
                index = end
            else:
                index += 1
        yield sorted(blocks, key=lambda block: block.line)


def method(number, blocks):
    """One method that holds the blocks, each in a function inside of that of the block before; and what stands outside.

    A function is asynchronous only if its block awaits something: there, calls mean other overloads."""
    inside, outside = "", ""
    depth = 0
    for block in blocks:
        code = f'#sourceLocation(file: "{block.file}", line: {block.line})\n{block.code}#sourceLocation()\n'
        if block.begins("extension "):
            outside += code
        else:
            awaits = "async " if re.search(r"^[^{]*\bawait\b", block.code, re.MULTILINE) else ""
            inside += f"@MainActor func block{depth}() {awaits}throws {{\n{code}"
            depth += 1
    return f"extension Context {{ @MainActor func page{number}() throws {{\n{inside}{'}' * depth}\n}} }}\n{outside}"


def run(command, **options):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)


class Checker:
    def __init__(self, modules, work):
        self.work = work
        self.swift = ["-swift-version", "6", "-suppress-warnings", "-diagnostic-style", "llvm", "-I", modules, "-Xcc", f"-I{INCLUDE}", "-Xcc", f"-I{TERMINAL}"]
        self.library = work / "libDocumented.so"
        self.build = Path(modules).parent

    def link(self, more=[], libraries=[]):
        """One library of all modules. A build folder keeps objects of files that were deleted or moved; these are left out."""
        objects = []
        for module in LINKED + more:
            folder = Path("CSources" if module.startswith("C") else "Sources") / module
            built = self.build / f"{module}.build"
            # Objects of C stand in the folders of their sources, those of Swift in one folder.
            sources = {str(path.relative_to(folder)) if module.startswith("C") else path.name for path in folder.rglob("*")}
            objects += [str(path) for path in built.rglob("*.o") if str(path.relative_to(built))[:-2] in sources]
        command = ["swiftc", "-emit-library", "-o", str(self.library)] + objects + libraries
        done = run(command)
        if done.returncode:
            sys.exit(f"documentation-code: the modules do not link\n{done.stdout}")

    def type_check(self, module, pages):
        """pages: a list of blocks for each page or comment."""
        fixture = FIXTURES / f"{module}.swift"
        text = fixture.read_text() if fixture.exists() else f"import Foundation\nimport {module}\n\nfinal class Context {{}}\n"
        source = self.work / f"{module}.swift"
        source.write_text(
            f'#sourceLocation(file: "{fixture}", line: 1)\n{text}#sourceLocation()\n'
            + "".join(method(number, blocks) for number, blocks in enumerate(pages))
        )
        options = ["-parse-as-library", "-module-name", "Documentation"]
        done = run(["swiftc", "-typecheck", *self.swift, *options, str(source)])
        return [done.stdout] if done.returncode else []

    def manifest(self, block):
        toolchain = Path(shutil.which("swiftc")).resolve().parent.parent
        source = self.work / "manifest.swift"
        source.write_text(
            "import PackageDescription\nfunc dependency() -> Package.Dependency {\n"
            f'#sourceLocation(file: "{block.file}", line: {block.line})\n{block.code}#sourceLocation()\n}}\n'
        )
        done = run(["swiftc", "-typecheck", "-diagnostic-style", "llvm", "-I", f"{toolchain}/lib/swift/pm/ManifestAPI", str(source)])
        return [done.stdout] if done.returncode else []

    def program(self, block, expected):
        folder = Path(tempfile.mkdtemp(dir=self.work))
        if block.language == "c":
            source = folder / "main.c"
            source.write_text(f'#line {block.line} "{block.file}"\n{block.code}')
            command = ["clang", "-std=c11", "-Wall", "-Wextra", "-Werror", f"-I{INCLUDE}"]
        else:
            source = folder / "main.swift"
            source.write_text(f'#sourceLocation(file: "{block.file}", line: {block.line})\n{block.code}')
            command = ["swiftc", *self.swift]
        command += [str(source), "-o", str(folder / "program"), str(self.library)]
        command += [f"-Wl,-rpath,{self.work}"] if block.language == "c" else ["-Xlinker", "-rpath", "-Xlinker", str(self.work)]
        done = run(command)
        if done.returncode:
            return [done.stdout]
        try:
            done = run([str(folder / "program")], cwd=folder, timeout=60)
        except subprocess.TimeoutExpired:
            return [f"{block.place}: error: the program does not end\n"]
        if done.returncode:
            return [f"{block.place}: error: the program ends with status {done.returncode}\n{done.stdout}"]
        if expected is not None and done.stdout != expected.code:
            return [f"{expected.place}: error: the program prints something else\n{done.stdout}"]
        return block.picture.check(folder / "program") if block.picture else []


def parts(pages):
    """Programs with what they print, manifests, and for each page the blocks that remain."""
    programs, manifests, snippets = [], [], []
    for blocks in pages:
        rest = []
        for block, following in zip(blocks, blocks[1:] + [None]):
            if block.is_of_app or block.is_of_window or block.is_of_trait:
                continue
            if block.is_program:
                programs.append((block, following if following and following.language == "text" else None))
            elif block.begins(".package(") and block.language == "swift":
                manifests.append(block)
            elif block.language == "swift":
                rest.append(block)
            elif block.language not in ("sh", "text"):
                sys.exit(f"{block.place}: {block.language} is not checked: swift, c, sh or text")
        if rest:
            snippets.append(rest)
    return programs, manifests, snippets


def pages_of_modules():
    modules = {"ListEngine": []}
    for folder in sorted(Path("Sources").iterdir()):
        pages = modules.setdefault(folder.name, [])
        pages += [fenced(page, page.read_text().splitlines()) for page in sorted(folder.glob("*.docc/*.md"))]
        for file in sorted(folder.rglob("*.swift")):
            pages += of_comments(file)
    for page in ["README.md", "CONTRIBUTING.md", *sorted(Path("Documentation").glob("*.md"))]:
        modules["ListEngine"].append(fenced(page, Path(page).read_text().splitlines()))
    return modules


def check_apps(modules):
    """Type-checks the files of apps, and the comments of the adapters, with the doubles. One file must fail."""

    def check(block):
        source = work / f"App{id(block)}.swift"
        source.write_text(f'#sourceLocation(file: "{block.file}", line: {block.line})\n{block.code}')
        return run(["swiftc", "-typecheck", *checker.swift, "-parse-as-library", str(source)])

    documents = pages_of_modules()
    documents["Broken"] = [fenced(BROKEN, BROKEN.read_text().splitlines())]
    apps = [block for pages in documents.values() for blocks in pages for block in blocks if block.is_of_app]
    failures = []
    with tempfile.TemporaryDirectory() as name, concurrent.futures.ThreadPoolExecutor(2) as pool:
        work = Path(name)
        checker = Checker(modules, work)
        for block, done in zip(apps, pool.map(check, apps)):
            if (done.returncode != 0) != (block.file == BROKEN):
                failures.append(done.stdout or f"{block.place}: error: was expected to fail\n")
        for module in ADAPTERS:
            snippets = parts(documents[module])[2]
            if snippets:
                failures += checker.type_check(module, snippets)
    for text in failures:
        print(text, end="")
    if failures:
        sys.exit("documentation-code: not all code for apps in the documentation passes the type check")
    print(f"documentation-code: {len(apps) - 1} files of apps, and the comments of {' and '.join(ADAPTERS)}, checked with the doubles")


def check_windows(build):
    """Runs the programs with windows, and type-checks the code of ListEngineGTK. Two programs must fail."""
    build = Path(build)
    c_flags = run(["pkg-config", "--cflags", "gtk4"]).stdout.split()
    maps = ["CSources/CGTK/module.modulemap", "CSources/CGLib/module.modulemap"]
    maps += [str(build / f"{module}.build/module.modulemap") for module in ("CListEngineGTK", "CGLibMainActor")]
    c_flags += [f"-fmodule-map-file={path}" for path in maps]
    c_flags += ["-ICSources/CListEngineGTK/include", "-ICSources/CGLibMainActor/include"]

    def check(block):
        source = Path(tempfile.mkdtemp(dir=work)) / "main.swift"
        source.write_text(f'#sourceLocation(file: "{block.file}", line: {block.line})\n{block.code}')
        if not block.begins("import "):
            return run(["swiftc", "-typecheck", *checker.swift, str(source)])
        program = source.with_name("program")
        linked = [str(checker.library), "-Xlinker", "-rpath", "-Xlinker", str(work), *libraries]
        done = run(["swiftc", *checker.swift, str(source), "-o", str(program), *linked])
        if done.returncode:
            return done
        if "import ListEngineGTK" not in block.code:
            return run([str(program)], timeout=60)
        command = ["Scripts/with-display.sh", sys.executable, "Scripts/pictures.py", "window", str(program)]
        if block.picture and os.environ.get("LE_RECORD") == "1":
            block.picture.path.parent.mkdir(exist_ok=True)
            command.append(str(block.picture.path))
        done = run(command + (block.picture.words if block.picture else []))
        if done.returncode:
            done.stdout = f"{block.place}: error: {done.stdout}"
        return done

    documents = pages_of_modules()
    documents["Broken"] = [fenced(BROKEN, BROKEN.read_text().splitlines())]
    programs = [block for pages in documents.values() for blocks in pages for block in blocks if block.is_of_window]
    failures = []
    with tempfile.TemporaryDirectory() as name, concurrent.futures.ThreadPoolExecutor(2) as pool:
        work = Path(name)
        checker = Checker(str(build / "Modules"), work)
        checker.swift += [word for flag in c_flags for word in ("-Xcc", flag)]
        libraries = run(["pkg-config", "--libs", "gtk4"]).stdout.split()
        checker.link(["ListEngineGTK", "CListEngineGTK", "GLibMainActor", "CGLibMainActor"], libraries)
        for block, done in zip(programs, pool.map(check, programs)):
            if (done.returncode != 0) != (block.file == BROKEN):
                failures.append(done.stdout or f"{block.place}: error: was expected to fail\n")
        failures += checker.type_check("ListEngineGTK", parts(documents["ListEngineGTK"])[2])
    for text in failures:
        print(text, end="")
    if failures:
        sys.exit("documentation-code: not all code for windows in the documentation compiles")
    print(f"documentation-code: {sum(block.file != BROKEN for block in programs)} programs show their windows or end, and the code of ListEngineGTK compiles")


def check_traits(module, build):
    """Type-checks the programs that import ListEnginePostgres or ListEngineGRDB, and the comments of that module. One program must
    fail."""
    documents = pages_of_modules()
    documents["Broken"] = [fenced(BROKEN, BROKEN.read_text().splitlines())]
    programs = [block for pages in documents.values() for blocks in pages for block in blocks if block.is_of_trait and f"import {module}\n" in block.code]
    failures = []
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        checker = Checker(str(Path(build) / "Modules"), work)
        if module == "ListEnginePostgres":
            flags = run(["pkg-config", "--cflags", "libpq"]).stdout.split() + ["-fmodule-map-file=CSources/CPostgreSQL/module.modulemap"]
        else:
            build = Path(build)
            maps = ["CSources/CSQLite", build / "CListEngineSQLite.build", build.parent / "checkouts/GRDB.swift/Sources/GRDBSQLite"]
            flags = [f"-fmodule-map-file={folder}/module.modulemap" for folder in maps]
        checker.swift += [word for flag in flags for word in ("-Xcc", flag)]
        for block in programs:
            source = Path(tempfile.mkdtemp(dir=work)) / "main.swift"
            source.write_text(f'#sourceLocation(file: "{block.file}", line: {block.line})\n{block.code}')
            done = run(["swiftc", "-typecheck", *checker.swift, str(source)])
            if (done.returncode != 0) != (block.file == BROKEN):
                failures.append(done.stdout or f"{block.place}: error: was expected to fail\n")
        snippets = parts(documents[module])[2]
        if snippets:
            failures += checker.type_check(module, snippets)
    for text in failures:
        print(text, end="")
    if failures:
        sys.exit(f"documentation-code: not all code for {module} in the documentation passes the type check")
    print(f"documentation-code: {len(programs) - 1} programs with {module}, and the {len(snippets)} examples in its comments, checked")


# Their comments have code for UIKit and AppKit.
ADAPTERS = ["ListEngineUIKit", "ListEngineAppKit", "ListEngineSwiftUI", "ListEngineCompatibilityUIKit"]
BROKEN = FIXTURES / "Broken.md"


def main():
    if len(sys.argv) == 3 and sys.argv[1] == "apple":
        return check_apps(sys.argv[2])
    if len(sys.argv) == 3 and sys.argv[1] == "gtk":
        return check_windows(sys.argv[2])
    if len(sys.argv) == 3 and sys.argv[1] == "postgres":
        return check_traits("ListEnginePostgres", sys.argv[2])
    if len(sys.argv) == 3 and sys.argv[1] == "grdb":
        return check_traits("ListEngineGRDB", sys.argv[2])
    with tempfile.TemporaryDirectory() as name, concurrent.futures.ThreadPoolExecutor(2) as pool:
        checker = Checker(os.environ.get("BUILD", ".build/debug") + "/Modules", Path(name))
        checker.link()
        jobs, planted, counts = [], [], [0, 0]

        def submit(module, pages, into):
            programs, manifests, snippets = parts(pages)
            if snippets:
                into.append(pool.submit(checker.type_check, module, snippets))
            into += [pool.submit(checker.manifest, block) for block in manifests]
            into += [pool.submit(checker.program, *pair) for pair in programs]
            counts[0] += sum(map(len, snippets)) + len(manifests)
            counts[1] += len(programs)

        for module, pages in pages_of_modules().items():
            if module in ADAPTERS + ["ListEngineGTK", "GLibMainActor", "ListEnginePostgres", "ListEngineGRDB"]:
                continue
            submit(module, pages, jobs)
        blocks, programs = counts
        submit("Broken", [fenced(BROKEN, BROKEN.read_text().splitlines())], planted)
        failures = [text for job in jobs for text in job.result()]
        reported = "".join(text for job in planted for text in job.result())

    # Each broken block says in its last line, or in the block of what it prints, that it is one.
    for number, line in enumerate(BROKEN.read_text().splitlines(), 1):
        is_checked = HAS_TMUX or not line.startswith("![")
        if "must fail" in line and is_checked and not re.search(rf"Broken\.md:{number}:.*error", reported):
            failures.append(f"{BROKEN}:{number}: error: was expected to fail\n{reported}")
    for text in failures:
        print(text, end="")
    if failures:
        sys.exit("documentation-code: not all code in the documentation compiles and prints what it should")
    without = "" if HAS_TMUX else "; pictures of terminals are not compared, there is no tmux"
    print(f"documentation-code: {blocks} blocks compile, {programs} programs print what they should{without}")


main()
