#!/usr/bin/env python3
"""Plants single faults in the C core and reports which of them the tests catch.

    Scripts/planted-faults.py [--count 300] [--seed N] [--jobs 2] [--fuzz-seconds 60] [--files REGEX]
    Scripts/planted-faults.py --seed N --resume   continues a stopped run with that seed
    Scripts/planted-faults.py --again REPORT      plants the survivors of an earlier report

A fault is one change of one line: a comparison, an operator, a constant, a negated condition, a removed statement, two
swapped arguments. Faults are drawn at random from the whole core; the seed is printed. A fault that does not compile, or
that the compiler turns into identical code, is replaced by another one. The others are run against the portable tests
(those of their area first, with few cases; then more), and survivors against the C fuzzers, each from its corpus for
`--fuzz-seconds`.

Checkers (le_..._check), counters of paths and asserts are excluded, because they are tests themselves. Survivors that are
explained in Tests/Coverage/survivors.txt count as equivalent. Fails when less than 95 % of the others are caught.
The report, one JSON object a line, is .build-faults/report.jsonl.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import queue
import random
import re
import shutil
import sys
import threading
import time

from planted_faults_shared import ROOT, SWAPS, explained, matching, run, split

WORK = ROOT / ".build-faults"
CORE = "CSources/CListEngine"
FLAGS = ("-std=c11 -D_DEFAULT_SOURCE -w -DLE_COUNT_PATHS=1 -ICSources/CListEngine -ICSources/CListEngine/include "
         "-ITests/CListEngineTesting/include -ITests/CListEnginePortable").split()
FLAVOURS = {"tests": ["-O1"], "fuzz": ["-O1", "-fsanitize=fuzzer-no-link,address", "-DLE_POOL_GUARD=1"]}
SHARE = 0.95


def toolchain():
    swift = shutil.which("swift")
    clang = pathlib.Path(swift).resolve().parent / "clang" if swift else None
    return str(clang) if clang and clang.exists() else shutil.which("clang")


CC = toolchain()
LINKER = ["-fuse-ld=lld"] if (pathlib.Path(CC).resolve().parent / "ld.lld").exists() else []


# ---- Places for faults -----------------------------------------------------------------------------------------------

TOKEN = re.compile(
    r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'"
    r"|[A-Za-z_]\w*|(?:0[xX][0-9a-fA-F]+|\d+(?:\.\d*)?(?:[eE][-+]?\d+)?)\w*"
    r"|<<=|>>=|\.\.\.|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|[^\s\w]",
    re.S)
BINARY_ONLY = {"+", "-", "*", "&"}
SKIPPED = re.compile(r"^\s*(#|//|assert\(|static_assert|_Static_assert|LE__?PATH|le__path|case |default:|typedef|extern"
                     r"|\})|LE_PREFETCH|LE__HIT|__attribute__|_Pragma|memory_order")
TYPES = re.compile(r"\b(int64_t|uint64_t|uint32_t|uint16_t|uint8_t|int32_t|size_t|double|float|bool|char|int|long|void|"
                   r"unsigned|struct|const|le_\w+|le__\w+|\w+_t)\b\s*\*")
OPERAND_END = re.compile(r"[\w\)\]]$")
SYMMETRIC = {"LE_MIN", "LE_MAX"}
KEYWORDS = {"return", "case", "if", "while", "for", "else", "sizeof", "do", "switch"}


def lines_left_out(text):
    """Lines inside checkers, comments and macro definitions, where no fault is planted."""
    out, depth, inside, continued = set(), 0, False, False
    for number, line in enumerate(text.split("\n"), 1):
        if continued or line.lstrip().startswith("#"):
            out.add(number)
            continued = line.endswith("\\")
            continue
        if not inside and re.match(r"^[A-Za-z].*\w*check\w*\(.*", line) and not line.rstrip().endswith(";"):
            inside = True
        if inside:
            out.add(number)
            if line.startswith("}"):
                inside = False
    return out


def faults_of(path):
    """Every (path, line, column, old, new, kind) of a file."""
    text = (ROOT / path).read_text(encoding="utf-8")
    left_out = lines_left_out(text)
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    lines = text.split("\n")
    found = []
    tokens = [(m.start(), m.group()) for m in TOKEN.finditer(text) if not m.group().startswith(("//", "/*"))]
    number = 0
    depth = 0
    for i, (at, token) in enumerate(tokens):
        while starts[number + 1] <= at:
            number += 1
        line, column = lines[number], at - starts[number]
        depth += token == "{"
        depth -= token == "}"
        if number + 1 in left_out or SKIPPED.search(line) or depth == 0:
            continue
        before = tokens[i - 1][1] if i else ""
        after = tokens[i + 1][1] if i + 1 < len(tokens) else ""

        def add(old, new, kind, line_number=number + 1, at_column=column):
            found.append((path, line_number, at_column, old, new, kind))

        if token in SWAPS:
            binary = OPERAND_END.search(before) is not None and before not in KEYWORDS
            if token in BINARY_ONLY and (not binary or TYPES.search(line[max(0, column - 24):column + 1])):
                continue
            for new in SWAPS[token]:
                add(token, new, "operator")
        elif re.fullmatch(r"\d+u?", token) and before != "[" and len(token) < 6:
            value = int(token.rstrip("u"))
            suffix = "u" if token.endswith("u") else ""
            add(token, f"{value + 1}{suffix}", "constant")
            if value:
                add(token, f"{value - 1}{suffix}", "constant")
        elif token == "if" and after == "(":
            close = matching(tokens, i + 1)
            if close and tokens[close][0] < starts[number + 1]:
                begin, end = tokens[i + 1][0] - starts[number], tokens[close][0] - starts[number] + 1
                add(line[begin:end], f"(!{line[begin:end]})", "condition", at_column=begin)
        elif token in ("true", "false"):
            add(token, "false" if token == "true" else "true", "constant")
        elif re.fullmatch(r"[A-Za-z_]\w*", token) and after == "(" and token not in KEYWORDS | SYMMETRIC:
            close = matching(tokens, i + 1)
            if close and tokens[close][0] < starts[number + 1]:
                arguments = split(tokens, i + 1, close)
                for a, b in zip(arguments, arguments[1:]):
                    x = text[a[0]:a[1]].strip()
                    y = text[b[0]:b[1]].strip()
                    if x and y and x != y:
                        old = text[a[0]:b[1]]
                        add(old, f"{y}, {x}", "arguments", at_column=a[0] - starts[number])
    # Statements that are alone on their line.
    for number, line in enumerate(lines, 1):
        previous = lines[number - 2].rstrip() if number > 1 else ""
        if number in left_out or SKIPPED.search(line) or not re.fullmatch(r"    +[^ ].*;", line.rstrip()):
            continue
        statement = line.strip()
        if not previous.endswith((";", "{", "}", ":", ")")) or statement.startswith(("return", "break", "continue", "for", "goto")):
            continue
        if re.match(r"(\*?[\w.\->\[\]]+(\([^=]*\))?)\s*([-+|&*]?=|\+\+|--)|[A-Za-z_]\w*\(|if \(", statement):
            found.append((path, number, len(line) - len(line.lstrip()), statement, ";", "removed"))
    return found


# ---- Builds ----------------------------------------------------------------------------------------------------------

def copy_changed(old, new):
    """Makes `new` equal to `old`; unchanged files keep their date, and therefore their objects."""
    wanted = {p.relative_to(old) for p in old.rglob("*") if p.is_file()}
    for p in list(new.rglob("*")) if new.exists() else []:
        if p.is_file() and p.relative_to(new) not in wanted:
            p.unlink()
    for name in wanted:
        (new / name).parent.mkdir(parents=True, exist_ok=True)
        if not (new / name).exists() or (new / name).read_bytes() != (old / name).read_bytes():
            shutil.copyfile(old / name, new / name)


def object_of(source, flavour):
    return f"{flavour}/{source.replace('/', '_')}.o"


class Tree:
    """A copy of the sources with the objects of the unchanged core, for one worker."""

    def __init__(self, path, base=None):
        self.path = path
        if base:
            shutil.copytree(base.path, path)
            self.sources, self.users = base.sources, base.users
            return
        path.mkdir(parents=True, exist_ok=True)
        for folder in ("CSources", "Tests", "Fuzz"):
            copy_changed(ROOT / folder, path / folder)
        self.sources = sorted(str(p.relative_to(path)) for p in (path / CORE).rglob("*.c"))
        self.users = {}

    def compile(self, source, flavour, depend=False):
        out = object_of(source, flavour)
        (self.path / flavour).mkdir(exist_ok=True)
        extra = ["-MMD", "-MF", out + ".d"] if depend else []
        return run([CC, *FLAGS, *FLAVOURS[flavour], *extra, "-c", source, "-o", out], self.path, 600)

    def is_stale(self, source, flavour):
        out = self.path / object_of(source, flavour)
        if not out.exists() or not (depends := out.with_suffix(".o.d")).exists():
            return True
        needed = depends.read_text().replace("\\\n", " ").split(":", 1)[1].split()
        return any(not (self.path / n).exists() or (self.path / n).stat().st_mtime >= out.stat().st_mtime for n in needed)

    def build_all(self, jobs, fuzzers):
        tests = sorted(str(p.relative_to(self.path)) for f in ("CListEnginePortable", "CListEngineTesting")
                       for p in (self.path / "Tests" / f).rglob("*.c"))
        todo = [(s, "tests") for s in self.sources + tests]
        if fuzzers:
            todo += [(s, "fuzz") for s in self.sources]
            todo += sorted({(s, "fuzz") for f in self.fuzzers() for s in self.fuzzer_sources(f)})
        wanted = {object_of(*t) for t in todo}
        for flavour in FLAVOURS:
            for p in (self.path / flavour).glob("*.o"):
                if str(p.relative_to(self.path)) not in wanted:
                    p.unlink()
        todo = [t for t in todo if self.is_stale(*t)]
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            for (source, flavour), (code, log) in zip(todo, pool.map(lambda t: self.compile(*t, depend=True), todo)):
                if code:
                    sys.exit(f"{source} ({flavour}) does not compile:\n{log}")
        for source in self.sources:
            text = (self.path / (object_of(source, "tests") + ".d")).read_text().replace("\\\n", " ")
            for header in text.split(":", 1)[1].split():
                self.users.setdefault(os.path.normpath(header), set()).add(source)

    def link_tests(self):
        objects = [str(p.relative_to(self.path)) for p in sorted((self.path / "tests").glob("*.o"))]
        wrap = [f"-Wl,--wrap={f}" for f in ("malloc", "calloc", "realloc", "aligned_alloc")]
        return run([CC, *LINKER, *objects, *wrap, "-o", "portable", "-lpthread", "-lm"], self.path, 600)

    def fuzzers(self):
        return sorted({p.parent for p in (self.path / "Fuzz/Sources").rglob("*.c")})

    def fuzzer_sources(self, folder):
        """The sources of the fuzzer, those shared with the portable tests, and the hooks."""
        own = sorted(folder.glob("*.c"))
        texts = [p.read_text(encoding="utf-8") for p in folder.glob("*.[ch]")]
        shared = [f"Tests/CListEnginePortable/{helper}.c" for helper in ("naive_layout", "visits")
                  if any(f"{helper}.h" in text for text in texts)]
        hooks = (self.path / "Tests/CListEngineTesting").rglob("*.c")
        return [str(p.relative_to(self.path)) for p in [*own, *hooks]] + shared

    def link_fuzzer(self, folder):
        sources = self.fuzzer_sources(folder)
        text = "".join((self.path / s).read_text(encoding="utf-8") for s in sources)
        wrap = [f"-Wl,--wrap={f}" for f in sorted(set(re.findall(r"__wrap_([a-z_]+)", text)))]
        objects = [object_of(s, "fuzz") for s in self.sources + sources]
        return run([CC, *LINKER, "-fsanitize=fuzzer,address", *objects, *wrap, "-o", "fuzzer", "-lpthread", "-lm"],
                   self.path, 600)


# Suites of the portable tests by area: those run first, and others that cover the area.
AREAS = [
    (r"diff", ["diff"]),
    (r"flow", ["flow", "layout_edges"]),
    (r"waterfall|columns", ["waterfall", "layout_edges", "flow_memory"]),
    (r"compos", ["composition"]),
    (r"pool|lock", ["pool", "extents_sharing"]),
    (r"extents|tree|list", ["extents", "layout"]),
    (r"", ["layout", "composition", "section"]),
]


def stages_of(path, cases):
    name = path.removeprefix(CORE)
    area = ",".join(next(suites for pattern, suites in AREAS if re.search(pattern, name)))
    # The first few cases of the area catch most faults; the rest run against all tests.
    return [(area, cases / 100, 30), (area, cases, 240), ("test", cases / 5, 400)]


# ---- One fault -------------------------------------------------------------------------------------------------------

def plant(tree, fault):
    path, line, column, old, new, _ = fault
    file = tree.path / path
    original = file.read_text(encoding="utf-8")
    lines = original.split("\n")
    text = "\n".join(lines[line - 1:])
    if not text.startswith(old, column):
        return None
    lines[line - 1:] = (text[:column] + new + text[column + len(old):]).split("\n")
    file.write_text("\n".join(lines), encoding="utf-8")
    return original


def judge(tree, base, fault, options):
    """-> (verdict, by): caught, survived, same code, does not compile"""
    path = fault[0]
    original = plant(tree, fault)
    if original is None:
        return "does not compile", "gone"
    users = sorted(tree.users.get(path, set()) | ({path} if path.endswith(".c") else set()))
    try:
        changed = False
        for source in users:
            code, _ = tree.compile(source, "tests")
            if code:
                return "does not compile", ""
            out = object_of(source, "tests")
            changed |= (tree.path / out).read_bytes() != (base.path / out).read_bytes()
        if not changed:
            return "same code", ""
        if tree.link_tests()[0]:
            return "does not compile", "link"
        for suites, cases, limit in stages_of(path, options.cases):
            code, log = run(["./portable"], tree.path, limit * options.patience,
                            {"LE_TESTS": suites, "LE_CASES": str(cases)})
            if code:
                last = log.strip().split("\n")[-1][:160]
                return "caught", f"{suites} at {cases:g}: {'timeout' if code == 'timeout' else last}"
        if options.fuzz_seconds:
            return fuzz(tree, path, users, options)
        return "survived", ""
    finally:
        (tree.path / path).write_text(original, encoding="utf-8")
        for source in users:
            for flavour in FLAVOURS:
                out = object_of(source, flavour)
                if (base.path / out).exists():
                    shutil.copy(base.path / out, tree.path / out)


def fuzz(tree, path, users, options):
    for source in users:
        tree.compile(source, "fuzz")
    for fuzzer in tree.fuzzers():
        name = fuzzer.name
        of_diff = name == "FuzzDiff"
        if ("diff" in path) != of_diff and "support" not in path and "kernels" not in path:
            continue
        code, log = tree.link_fuzzer(fuzzer)
        if code:
            sys.exit(f"{name} does not link:\n{log}")
        found = tree.path / "found"
        found.mkdir(exist_ok=True)
        corpus = tree.path / "Fuzz/Corpus" / name.removeprefix("Fuzz").lower()
        code, log = run(["./fuzzer", f"-max_total_time={options.fuzz_seconds}", "-timeout=20", "-artifact_prefix=found/",
                         "found", *([str(corpus)] if corpus.is_dir() else [])], tree.path,
                        options.fuzz_seconds * 3 + 120, {"ASAN_OPTIONS": "detect_leaks=0"})
        shutil.rmtree(found)
        if code and code != "timeout":
            last = next((l for l in log.split("\n") if "ERROR" in l or "failed" in l), "")[:160]
            return "caught", f"{name}: {last}"
    return "survived", "fuzzed"


# ---- The run ---------------------------------------------------------------------------------------------------------

def shown(fault):
    """The key of a fault: `file: source line => faulty line`."""
    path, line, column, old, new, _ = fault
    # Not from the checkout, which may be edited while this runs.
    base = WORK / "trees/base" / path
    text = (base if base.exists() else ROOT / path).read_text(encoding="utf-8").split("\n")[line - 1]
    becomes = text[:column] + new + text[column + len(old):]
    return os.path.basename(path), " ".join(f"{text.strip()} => {becomes.strip()}".split())


def main():
    parser = argparse.ArgumentParser(description=__doc__.replace("%", "%%"), formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--cases", type=float, default=0.1)
    parser.add_argument("--patience", type=float, default=1, help="factor of all time limits")
    parser.add_argument("--fuzz-seconds", type=int, default=60)
    parser.add_argument("--files", default="")
    parser.add_argument("--again", help="a report whose survivors are planted once more")
    parser.add_argument("--resume", action="store_true", help="keeps what the report says already, see --seed")
    parser.add_argument("--report", default=str(WORK / "report.jsonl"))
    options = parser.parse_args()

    paths = sorted(str(p.relative_to(ROOT)) for p in (ROOT / CORE).rglob("*.[ch]"))
    paths = [p for p in paths if "/include/" not in p and "check" not in os.path.basename(p) and "paths" not in p]
    copy_changed(ROOT / "CSources", WORK / "trees/base/CSources")
    if options.again:
        with open(options.again, encoding="utf-8") as file:
            wanted = {tuple(r["fault"]) for r in map(json.loads, file) if r["verdict"] == "survived"}
        # Lines may have moved, so the text is compared.
        faults = [f for p in paths for f in faults_of(p) if shown(f)[1] in {w[1] for w in wanted} and shown(f) in wanted]
        options.count = len(faults)
    else:
        faults = [f for p in paths if re.search(options.files, p) for f in faults_of(p)]
        random.Random(options.seed).shuffle(faults)
    print(f"seed {options.seed}, {len(faults)} places, {len(paths)} files", flush=True)

    for i in range(options.jobs):
        shutil.rmtree(WORK / f"trees/{i}", ignore_errors=True)
    base = Tree(WORK / "trees/base")
    base.build_all(options.jobs, options.fuzz_seconds > 0)
    trees = queue.Queue()
    for i in range(options.jobs):
        trees.put(Tree(WORK / f"trees/{i}", base))
    tree = trees.get()
    if tree.link_tests()[0]:
        sys.exit("the tests do not link")
    for path in ("diff/", "flow/", "waterfall/", "compositional/", "pool", "extents/", ""):
        for suites, cases, limit in stages_of(f"{CORE}/{path}", options.cases)[:1]:
            code, log = run(["./portable"], tree.path, limit * options.patience,
                            {"LE_TESTS": suites, "LE_CASES": str(cases)})
            if code:
                sys.exit(f"without a fault, {suites}: {code}\n{log[-2000:]}")
    trees.put(tree)

    reasons, counts, lock, results = explained("survivors.txt"), {}, threading.Lock(), []
    if options.resume:
        with open(options.report, encoding="utf-8") as file:
            results = [json.loads(line) for line in file]
        for r in results:
            counts[r["verdict"]] = counts.get(r["verdict"], 0) + 1
    done = {(r["place"], *r["fault"]) for r in results}
    drawn = (f for f in faults if (f"{f[0]}:{f[1]}", *shown(f)) not in done)

    def work():
        while True:
            with lock:
                if sum(counts.get(v, 0) for v in ("caught", "survived", "explained")) >= options.count:
                    return
                fault = next(drawn, None)
            if fault is None:
                return
            tree = trees.get()
            try:
                verdict, by = judge(tree, base, fault, options)
            finally:
                trees.put(tree)
            key = shown(fault)
            if verdict == "survived" and key in reasons:
                verdict, by = "explained", reasons[key]
            with lock:
                counts[verdict] = counts.get(verdict, 0) + 1
                results.append({"verdict": verdict, "by": by, "place": f"{fault[0]}:{fault[1]}", "fault": key,
                                "kind": fault[5]})
                with open(options.report, "a", encoding="utf-8") as file:
                    file.write(json.dumps(results[-1]) + "\n")
                if verdict in ("survived", "explained"):
                    print(f"{verdict} {fault[0]}:{fault[1]}: {key[1]}", flush=True)
                elif len(results) % 20 == 0:
                    print(f"  {counts}", flush=True)

    if not options.resume:
        pathlib.Path(options.report).write_text("", encoding="utf-8")
    threads = [threading.Thread(target=work) for _ in range(options.jobs)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()

    caught, survived = counts.get("caught", 0), counts.get("survived", 0)
    share = caught / max(caught + survived, 1)
    print(f"seed {options.seed}: {counts}; caught {caught} of {caught + survived} ({share:.1%})")
    if share < SHARE:
        sys.exit(1)


main()
