#!/usr/bin/env python3
"""Plants single faults in the Swift layers and in GTK's C, and reports which of them the tests catch.

    Scripts/planted-faults-swift.py [--count 200] [--seed N] [--jobs 1] [--files REGEX] [--tree FOLDER]
    Scripts/planted-faults-swift.py --seed N --resume   continues a stopped run with that seed
    Scripts/planted-faults-swift.py --again REPORT      judges the survivors of an earlier report once more
    Scripts/planted-faults-swift.py --list              prints the faults that a seed draws, and ends

A fault is one change of one expression or statement: a comparison, an operator, a constant, a negated condition, a removed
statement, two swapped arguments. Faults are drawn at random from all sources of ListEngine, ListEngineDiff,
ListEngineTerminal, ListEngineData, the adapters and GTK's host; the seed is printed. A build for each would take days, so all of them are
written into one copy of the sources, next to the code that it replaces, and the environment variable LE_PLANTED_FAULT chooses the
one that a run of the tests has. Faults that do not compile are taken out.

First every suite runs alone and without a fault, which says which faults it reaches and how long it takes. Then, for each
fault, those suites run that reach it: the related and quick ones, then the others, until the first failure. A program that hangs
or fills the memory has failed, too. The lists and snapshots are judged by the tests of the package, the adapters by those on
the doubles of UIKit and AppKit, GTK's host by its tests on a display without a screen, case by case.

Survivors that are explained in Tests/Coverage/survivors-swift.txt count as equivalent. Fails when less than 90 % of the others
are caught. The report, one JSON object a line, is .build-faults/swift.jsonl.
"""

import argparse
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import threading
import time

from planted_faults_shared import ROOT, SWAPS, explained, matching, run, split

WORK = ROOT / ".build-faults"
UNCOMPILED = WORK / "swift-uncompiled.json"
SHARE = 0.9
NICE = 10
MEMORY = 12 << 30
OPTIONS = ["-debug-info-format", "none"]
CALL = "plantedFault"

# The packages that judge: the folders whose faults they know, and the folder of the package.
JUDGES = {
    "lists": (
        ["Sources/ListEngine", "Sources/ListEngineDiff", "Sources/ListEngineTerminal", "Sources/ListEngineData", "Sources/ListEngineDataTesting"],
        "."),
    "apple": (["Sources/ListEngineAdapters", "Sources/ListEngineUIKit", "Sources/ListEngineAppKit"], "Tests/AppleStubs"),
    "gtk": (["Sources/ListEngineGTK", "CSources/CListEngineGTK"], "Tests/GTKPrograms"),
}
# Their suites cannot reach the faults.
OTHER_TESTS = ("CListEngineTests.", "ListEngineLayoutTests.", "ListEngineTraceTests.")


# ---- Tokens ----------------------------------------------------------------------------------------------------------

OPERATORS = "/=-+!*%<>&|^~?."
WORD = re.compile(r"[A-Za-z_$`]\w*`?|(?:0[xX][0-9a-fA-F_]+|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][-+]?\d+)?)\w*")


def end_of_string(text, at):
    """Behind the string literal that begins at text[at], with the expressions in it."""
    hashes = 0
    while text[at + hashes] == "#":
        hashes += 1
    quote = '"""' if text.startswith('"""', at + hashes) else text[at + hashes]
    close, escape, i = quote + "#" * hashes, "\\" + "#" * hashes, at + hashes + len(quote)
    while i < len(text):
        if text.startswith(close, i):
            return i + len(close)
        if text.startswith(escape + "(", i):
            depth, i = 1, i + len(escape) + 1
            while depth:
                if text[i] == '"':
                    i = end_of_string(text, i)
                    continue
                depth += (text[i] == "(") - (text[i] == ")")
                i += 1
        elif text.startswith(escape, i):
            i += len(escape) + 1
        else:
            i += 1
    return i


def tokens_of(text):
    """(offset, text) of each token but comments. An operator with a space on both sides is one of two operands."""
    found, i = [], 0
    while i < len(text):
        c = text[i]
        if c.isspace():
            i += 1
        elif text.startswith("//", i):
            end = text.find("\n", i)
            i = len(text) if end < 0 else end
        elif text.startswith("/*", i):
            i = text.index("*/", i) + 2
        elif c == '"' or (c == "'" and text[i + 1:i + 4]) or re.match(r'#+"', text[i:i + 4]):
            end = end_of_string(text, i)
            found.append((i, text[i:end]))
            i = end
        else:
            word = WORD.match(text, i)
            if word:
                end = word.end()
            elif c in OPERATORS and i and text[i - 1].isspace():
                end = i
                while end < len(text) and text[end] in OPERATORS:
                    end += 1
                if end < len(text) and not text[end].isspace():
                    end = i + 1  # of one operand
            elif text.startswith(("->", "++", "--"), i):
                end = i + 2
            else:
                end = i + 1
            found.append((i, text[i:end]))
            i = end
    return found


# ---- Places for faults -----------------------------------------------------------------------------------------------

SWIFT_LEVELS = {**dict.fromkeys(["<<", ">>", "&<<", "&>>"], 160), **dict.fromkeys(["*", "/", "%", "&*", "&"], 150),
                **dict.fromkeys(["+", "-", "&+", "&-", "|", "^"], 140), **dict.fromkeys(["...", "..<"], 135),
                **dict.fromkeys(["as", "is"], 132), "??": 131,
                **dict.fromkeys(["<", "<=", ">", ">=", "==", "!=", "===", "!==", "~="], 130), "&&": 120, "||": 110,
                "?": 100, "->": 90, **dict.fromkeys(["=", "+=", "-=", "*=", "/=", "|=", "&=", "^=", "&+=", "&-=", "<<=", ">>="], 90)}
C_LEVELS = {**dict.fromkeys(["*", "/", "%"], 150), **dict.fromkeys(["+", "-"], 140), **dict.fromkeys(["<<", ">>"], 135),
            **dict.fromkeys(["<", "<=", ">", ">="], 132), **dict.fromkeys(["==", "!="], 131), "&": 129, "^": 128, "|": 127,
            "&&": 120, "||": 110, "?": 100, **dict.fromkeys(["=", "+=", "-=", "*=", "/=", "|=", "&=", "^=", "<<=", ">>="], 90)}
BOUNDARIES = {"return", "if", "guard", "while", "else", "in", "throw", "try", "await", "let", "var", "case", "where", "switch",
              "for", "do", "repeat", "yield", "consume", "default"}
# No statement of these is removed.
NO_STATEMENT = BOUNDARIES - {"try", "await"} | {
    "func", "init", "deinit", "subscript", "class", "struct", "enum", "extension", "protocol", "typealias", "import", "defer",
    "break", "continue", "public", "private", "fileprivate", "internal", "package", "static", "final", "lazy", "weak", "unowned",
    "nonisolated", "mutating", "override", "convenience", "required", "get", "set", "willSet", "didSet", "associatedtype",
    "indirect", "precondition", "preconditionFailure", "fatalError", "assert", "assertionFailure", "super", "const", "goto",
    "typedef", "extern", "unsigned", "g_return_if_fail", "G_DEFINE_TYPE"}
# A line that declares has faults only in a body on the same line.
DECLARES = re.compile(r"^\s*(@\w+(\([^)]*\))?\s+)*((public|private|fileprivate|internal|package|static|final|override|mutating|"
                      r"nonisolated(\(unsafe\))?|isolated|open|required|convenience|indirect|class)\s+)*"
                      r"(func|init|subscript|class|struct|enum|extension|protocol|actor|case|typealias|associatedtype|import|"
                      r"precedencegroup|infix|prefix|default)\b")
LEFT_OUT = re.compile(r"^\s*(#|@|assert\(|assertionFailure|g_return_|G_DEFINE|static_assert)")


class Fault:
    def __init__(self, path, text, start, end, new, code, kind):
        self.path, self.start, self.end, self.new, self.code, self.kind = path, start, end, new, code, kind
        self.line = text.count("\n", 0, start) + 1
        self.last = self.line + text.count("\n", start, end)
        first = text.rfind("\n", 0, start) + 1
        last = text.find("\n", end)
        last = len(text) if last < 0 else last
        becomes = text[first:start] + new + text[end:last]
        self.name = os.path.basename(path), " ".join(f"{text[first:last].strip()} => {becomes.strip()}".split())

    def place(self):
        return f"{self.path}:{self.line}"


def conditional_depths(text):
    """How many `#if` each line stands in."""
    depths, depth = [0], 0
    for line in text.split("\n"):
        directive = line.lstrip()
        depth += directive.startswith("#if")
        depths.append(depth)
        depth -= directive.startswith("#endif")
    return depths


def faults_of(path, text, conditions):
    """Every fault of a file. Lines in more than `conditions` conditions of the compiler are left out."""
    swift = path.endswith(".swift")
    levels = SWIFT_LEVELS if swift else C_LEVELS
    tokens = tokens_of(text)
    lines = text.split("\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    conditional = conditional_depths(text)
    found, number, stack, encloses, line_of = [], 0, [], [], []
    for at, token in tokens:
        while starts[number + 1] <= at:
            number += 1
        line_of.append(number)
        if token in (")", "]", "}") and stack:
            stack.pop()
        encloses.append(tuple(stack[-1:]))
        if token in ("(", "[", "{"):
            stack.append((token, len(line_of) - 1))

    def ends(i):
        return tokens[i][0] + len(tokens[i][1])

    def is_binary(i):
        at, token = tokens[i]
        if token in ("as", "is"):
            return swift
        return token in levels and at > 0 and text[at - 1].isspace() and text[ends(i):ends(i) + 1].isspace()

    def breaks(i):
        """Whether a statement ends between tokens i and i + 1, by the end of the line."""
        return swift and line_of[i] != line_of[i + 1] and not (
            is_binary(i) or is_binary(i + 1) or tokens[i + 1][1] in (".", "?", ":") or tokens[i][1] in (",", "(", "[", "=", ":"))

    def operand(i, step, stops):
        """The last token of the operand beside the operator i; `stops` says which levels are not part of it."""
        j, depth, last = i + step, 0, None
        opens, closes = (")]}", "([{") if step < 0 else ("([{", ")]}")
        while 0 <= j < len(tokens):
            token = tokens[j][1]
            if depth == 0:
                if token in closes or token in (",", ";", ":") or token in BOUNDARIES or (step > 0 and token == "{"):
                    break
                if is_binary(j) and stops(levels[token]):
                    break
                if last is not None and breaks(min(j, last)):
                    break
            depth += token in opens
            depth -= token in closes
            last, j = j, j + step
        return last

    def body_starts(i):
        """Where the body of a declaration begins on the line of token i, or 0."""
        line = lines[line_of[i]]
        if not DECLARES.search(line):
            return 0
        at = line.find("{")
        return starts[line_of[i]] + at if at >= 0 else 1 << 60

    def usable(i):
        line = lines[line_of[i]]
        return (encloses[i] and conditional[line_of[i] + 1] <= conditions and not LEFT_OUT.search(line)
                and tokens[i][0] >= body_starts(i))

    def add(first, last, new, code, kind):
        start, end = tokens[first][0], ends(last)
        if "//" not in text[start:end] and last - first < 160:
            found.append(Fault(path, text, start, end, new, code, kind))

    def source(first, last):
        return text[tokens[first][0]:ends(last)]

    def in_initialiser(i):
        while encloses[i]:
            bracket, at = encloses[i][0]
            if bracket == "{" and re.search(r"\binit\b", lines[line_of[at]]):
                return True
            # The brackets of the parameters of an `init` of several lines stand before.
            if bracket == "{" and at and tokens[at - 1][1] == ")" and any(
                    re.search(r"\binit\b", lines[n]) for n in range(max(0, line_of[at] - 6), line_of[at])):
                return True
            i = at
        return False

    choice = f"({CALL}(%d) ? %s : %s)"
    for i, (at, token) in enumerate(tokens):
        if not usable(i):
            continue
        before = tokens[i - 1][1] if i else ""
        after = tokens[i + 1][1] if i + 1 < len(tokens) else ""
        begins_line = i == 0 or line_of[i - 1] != line_of[i]
        if token in SWAPS and is_binary(i):
            level = levels[token]
            left = operand(i, -1, lambda other: other < level)
            right = operand(i, 1, (lambda other: other <= level))
            if left is None or right is None or lines[line_of[left]].lstrip().startswith("case "):
                continue
            for new in SWAPS[token]:
                x, y = source(left, i - 1), source(i + 1, right)
                if level == 90:
                    first_on_line = left == 0 or line_of[left - 1] != line_of[left]
                    if first_on_line and (swift or after != "="):
                        end = "" if swift else ";"
                        code = f"if ({CALL}(%d)) {{ {x} {new} {y}{end} }} else {{ {x} {token} {y}{end} }}"
                        add(left, right, f"{x} {new} {y}", code.replace("%d", "\0"), "operator")
                else:
                    code = f"({CALL}(\0) ? ({x} {new} {y}) : ({x} {token} {y}))"
                    add(left, right, f"{x} {new} {y}", code, "operator")
        elif re.fullmatch(r"\d[\d_]*(\.\d+)?", token) and before != "." and len(token) < 6 and before not in (":", "[")[:0]:
            if lines[line_of[i]].lstrip().startswith("case ") or (before == "." or after == "." and not swift):
                continue
            value = float(token) if "." in token else int(token.replace("_", ""))
            for new in [value + 1] + ([value - 1] if value else []):
                add(i, i, f"{new}", f"({CALL}(\0) ? {new} : {token})", "constant")
        elif token in ("true", "false"):
            new = "false" if token == "true" else "true"
            add(i, i, new, f"({CALL}(\0) ? {new} : {token})", "constant")
        elif token in ("if", "guard", "while") and swift:
            depth, first, j = 0, i + 1, i + 1
            while j < len(tokens) and j < i + 300:
                t = tokens[j][1]
                ends_here = depth == 0 and (t in ("{", "else", ",") or (token == "while" and breaks(j - 1) and j > i + 1))
                if ends_here:
                    head = tokens[first][1]
                    if head not in ("let", "var", "case", "#", "try", "await") and j > first:
                        x = source(first, j - 1)
                        add(first, j - 1, f"!({x})", f"({CALL}(\0) != ({x}))", "condition")
                    if t != ",":
                        break
                    first = j + 1
                depth += t in ("(", "[")
                depth -= t in (")", "]")
                if depth < 0:
                    break
                j += 1
        elif token in ("if", "while") and after == "(":
            close = matching(tokens, i + 1)
            if close:
                x = source(i + 1, close)
                add(i + 1, close, f"(!{x})", f"({CALL}(\0) != !!{x})", "condition")
        elif token in ("min", "max", "MIN", "MAX") and after == "(" and before != ".":
            close = matching(tokens, i + 1)
            if close:
                other = {"min": "max", "max": "min", "MIN": "MAX", "MAX": "MIN"}[token]
                x = source(i + 1, close)
                add(i, close, other + x, f"({CALL}(\0) ? {other}{x} : {token}{x})", "operator")
        elif (re.fullmatch(r"[A-Za-z_]\w*", token) and after == "(" and text[ends(i)] == "("
              and token not in NO_STATEMENT | BOUNDARIES | {"sizeof", "zip", "min", "max"}
              and before not in ("func", "case", "@", "#", "init", "enum", "is", "as")):
            close = matching(tokens, i + 1)
            if close and not (close + 1 < len(tokens) and not swift and tokens[close + 1][1] == "{"):
                arguments = split(tokens, i + 1, close)
                for a, b in zip(arguments, arguments[1:]):
                    values = []
                    for begin, end in (a, b):
                        whole = text[begin:end]
                        label = re.match(r"\s*(\w+:\s+)?", whole) if swift else re.match(r"\s*", whole)
                        begin += label.end()
                        values.append((begin, begin + len(text[begin:end].rstrip())))
                    (xs, xe), (ys, ye) = values
                    x, y, middle = text[xs:xe], text[ys:ye], text[xe:ys]
                    if not x or not y or x == y or re.search(r"[{&]|\b(try|await|let|var|inout)\b|//", x + y):
                        continue
                    if y.lstrip("-").isdigit() and x.lstrip("-").isdigit() is False and "." not in x and swift and '"' in x:
                        continue
                    code = f"{CALL}(\0) ? {y} : {x}{middle}{CALL}(\0) ? {x} : {y}"
                    found.append(Fault(path, text, xs, ye, f"{y}{middle}{x}", code, "arguments"))
        # Statements.
        innermost = encloses[i][0][0]
        if not (begins_line and innermost == "{" and i and not (not breaks(i - 1) and swift and before not in ("{", "}"))):
            continue
        if not swift and before not in (";", "{", "}", ")"):
            continue
        if token in ("return", "continue", "break"):
            alone = after == ";" if not swift else breaks(i) or after == "}"
            if alone and (before != ":" or token != "break"):
                add(i, i + (not swift), "", f"if (!{CALL}(\0)) {{ {token}{'' if swift else ';'} }}", "removed")
            continue
        if token in NO_STATEMENT or not re.match(r"[A-Za-z_$*(]", token) or (token == "(" and swift):
            continue
        depth, j = 0, i
        while j < len(tokens) - 1 and j < i + 200:
            depth += tokens[j][1] in ("(", "[", "{")
            depth -= tokens[j][1] in (")", "]", "}")
            if depth == 0 and (breaks(j) or tokens[j + 1][1] == "}" if swift else tokens[j][1] == ";"):
                break
            if depth < 0:
                break
            j += 1
        statement = source(i, j)
        assigns = any(is_binary(k) and levels[tokens[k][1]] == 90 and tokens[k][1] != "->" and encloses[k] == encloses[i]
                      for k in range(i, j + 1))
        calls = tokens[j][1] == ")" if swift else statement.endswith(");")
        steps = not swift and re.search(r"(\+\+|--);$", statement)
        if depth or j == i or line_of[j] - line_of[i] > 6 or not (assigns or calls or steps):
            continue
        if not swift and (re.match(r"[\w ]+\*?\w+(\[[^]]*\])? =|\w+ \*?\w+;|static|struct ", statement)
                          and not re.match(r"[\w.>\-\[\]*()]+ [-+|&]?=", statement)):
            continue
        if assigns and swift and in_initialiser(i):
            continue
        if re.match(r"\w+:", statement):
            continue
        add(i, j, "", f"if (!{CALL}(\0)) {{ {statement} }}", "removed")
    return found


# ---- The copy with all faults ----------------------------------------------------------------------------------------

SWIFT_SUPPORT = """
import Glibc

@usableFromInline let chosenFault = getenv("LE_PLANTED_FAULT").map { Int(String(cString: $0))! } ?? -1
// A byte for each fault, in a file: a test that ends the program has reached faults, too.
@usableFromInline nonisolated(unsafe) let reachedFaults: UnsafeMutablePointer<UInt8>? = {
    guard let path = getenv("LE_FAULTS_REACHED") else { return nil }
    let file = open(path, O_RDWR)
    guard file >= 0, let map = mmap(nil, 1 << 16, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), map != MAP_FAILED else { return nil }
    return map.assumingMemoryBound(to: UInt8.self)
}()
@usableFromInline func plantedFault(_ number: Int) -> Bool {
    if let reachedFaults { reachedFaults[number] = 1 }
    return number == chosenFault
}
"""
C_SUPPORT = """
#ifndef PLANTED_FAULTS_H
#define PLANTED_FAULTS_H
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
static int plantedFault(int number) {
    static int chosen = -2;
    static unsigned char *reached;
    if (chosen == -2) {
        const char *text = getenv("LE_PLANTED_FAULT"), *path = getenv("LE_FAULTS_REACHED");
        chosen = text ? atoi(text) : -1;
        int file = path ? open(path, O_RDWR) : -1;
        if (file >= 0) reached = mmap(NULL, 1 << 16, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    }
    if (reached) reached[number] = 1;
    return number == chosen;
}
#endif
"""


def write(path, text):
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


class Copy:
    """A copy of the sources with all faults, and the sources of the day on which it was made."""

    def __init__(self, folder):
        self.folder = folder
        self.texts = {}

    def update(self):
        names = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, check=True,
                               stdout=subprocess.PIPE).stdout.decode().split("\0")
        names = {n for n in names if n and os.path.lexists(ROOT / n)}
        sources = {n for n in names if judge_of(n)}
        for folder in ("Sources", "CSources", "Tests", "Demos"):
            for p in (self.folder / folder).rglob("*") if (self.folder / folder).exists() else []:
                name = str(p.relative_to(self.folder))
                if (p.is_file() or p.is_symlink()) and name not in names and ".build" not in name:
                    p.unlink()
        for name in sorted(names):
            old, new = ROOT / name, self.folder / name
            new.parent.mkdir(parents=True, exist_ok=True)
            if old.is_symlink():
                if not new.is_symlink() or os.readlink(new) != os.readlink(old):
                    if os.path.lexists(new):
                        new.unlink()
                    new.symlink_to(os.readlink(old))
            elif name in sources:
                self.texts[name] = old.read_text(encoding="utf-8")
            elif not new.exists() or new.read_bytes() != old.read_bytes():
                shutil.copyfile(old, new)
                shutil.copymode(old, new)

    def plant(self, faults):
        """Writes the faults into the copy: each knows its number."""
        modules = set()
        for name, text in self.texts.items():
            mine = sorted((f for f in faults if f.path == name), key=lambda f: f.start, reverse=True)
            for f in mine:
                text = text[:f.start] + f.code.replace("\0", str(f.number)) + text[f.end:]
            if name.endswith(".swift"):
                modules.add("/".join(name.split("/")[:2]))
            elif mine and name.endswith((".c", ".h")):
                text = f'#include "planted_faults.h"\n#line 1\n{text}'
                modules.add("/".join(name.split("/")[:2]))
            write(self.folder / name, text)
        for module in modules:
            explicit = any(re.search(r"internal import", t) for n, t in self.texts.items() if n.startswith(module + "/"))
            if module.startswith("CSources"):
                write(self.folder / module / "planted_faults.h", C_SUPPORT)
            else:
                write(self.folder / module / "PlantedFaults.swift",
                      SWIFT_SUPPORT.replace("import", "internal import") if explicit else SWIFT_SUPPORT)


def judge_of(name):
    for judge, (folders, _) in JUDGES.items():
        if name.endswith((".swift", ".c")) and any(name.startswith(folder + "/") for folder in folders):
            return judge
    return None


def swift(command, copy, judge, *more):
    """The command of SwiftPM for the package of a judge."""
    folder = JUDGES[judge][1]
    where = [] if folder == "." else ["--package-path", folder, "--scratch-path", f".build-{judge}"]
    return ["swift", command, *where, *OPTIONS, *more]


def build(copy, judge, faults, options):
    """Builds the package of a judge; takes out the faults that do not compile. Returns the others."""
    # First the modules, one after the other, so that nothing is built that depends on one that does not compile.
    modules = {"lists": ["ListEngineDiff", "ListEngine", "ListEngineTerminal", "ListEngineData", "ListEngineDataTesting"], "apple": ["ListEngineAdapters", "ListEngineAdaptersForAppKit", "ListEngineUIKit"]}
    steps = [["--target", module] for module in modules.get(judge, [])]
    steps.append(["--disable-index-store"] if judge == "gtk" else ["--build-tests"])
    for attempt in range(1, 40):
        copy.plant(faults)
        started = time.time()
        while True:
            code, log = run(swift("build", copy, judge, *steps[0]), copy.folder, 3600, niceness=NICE)
            if code or len(steps) == 1:
                break
            del steps[0]
        if code == 0:
            print(f"  {judge}: {sum(judge_of(f.path) == judge for f in faults)} faults in one build, attempt {attempt}, "
                  f"{time.time() - started:.0f} s", flush=True)
            return faults
        out = set()
        for path, line in set(re.findall(r"^(?:/\S*/)?((?:Sources|CSources)/[^:\s]+|\S+?\.(?:swift|c)):(\d+):\d+: error:", log, re.M)):
            line = int(line)
            base = os.path.basename(path)
            mine = [f for f in faults if os.path.basename(f.path) == base and judge_of(f.path)]
            here = [f for f in mine if written_at(f, line, mine)]
            # The compiler can name the first line of a statement in which a fault is further down.
            near = sorted(mine, key=lambda f: (abs(f.line - line), f.line))[:1]
            out.update(here or near)
        if not out:
            sys.exit(f"{judge}: does not build\n{log[-6000:]}")
        print(f"  {judge}: {len(out)} of {len(faults)} faults do not compile ({time.time() - started:.0f} s)", flush=True)
        uncompiled = known_uncompiled() + [f.name for f in out]
        UNCOMPILED.write_text(json.dumps(uncompiled, indent=0), encoding="utf-8")
        faults = [f for f in faults if f not in out]
    sys.exit(f"{judge}: still does not build")


def known_uncompiled():
    """The faults that did not compile in earlier runs. Delete the file to try them again."""
    return [tuple(name) for name in json.loads(UNCOMPILED.read_text(encoding="utf-8"))] if UNCOMPILED.exists() else []


def written_at(fault, line, faults):
    """Whether the fault stands on the line of its file in the copy: faults of several lines move those after them."""
    moved = sum(f.code.count("\n") - (f.last - f.line) for f in faults if f.start < fault.start)
    first = fault.line + moved
    return first <= line <= first + fault.code.count("\n")


# ---- The tests -------------------------------------------------------------------------------------------------------

def shows_failure(line):
    return line.startswith("✘") or ": error: " in line or line.startswith(("Fatal error", "GTKTests: failed"))


class Suites:
    """The suites of one judge, and what each reaches."""

    def __init__(self, copy, judge, options):
        self.copy, self.judge, self.options = copy, judge, options
        self.seconds, self.reaches, self.names = {}, {}, []
        folder = JUDGES[judge][1]
        if judge == "gtk":
            for option in ("--no-display", "", "--scaled"):
                code, log = run(self.gtk(option), copy.folder, 1200, {"G_DEBUG": "fatal-criticals"}, niceness=NICE)
                self.names += [(option, line[2:]) for line in log.split("\n") if line.startswith("✔ ")]
            return
        code, log = run(swift("test", copy, judge, "list", "--skip-build"), copy.folder, 600, niceness=NICE)
        found = {}
        for line in log.split("\n"):
            if re.match(r"\w+\.", line) and not line.startswith(OTHER_TESTS):
                suite = line.split("/")[0]
                found.setdefault((suite, "(" in line), 0)
                found[suite, "(" in line] += 1
        self.names = sorted(found)
        if code or not found:
            sys.exit(f"{judge}: no tests\n{log[-2000:]}")
        package = "ListEngine" if folder == "." else folder.split("/")[-1]
        scratch = copy.folder / (".build" if folder == "." else f".build-{judge}")
        self.program = str(next(scratch.glob(f"debug/{package}PackageTests.xctest")))

    @staticmethod
    def gtk(option):
        program = [".build-gtk/debug/GTKTests", *([option] if option else [])]
        return program if option == "--no-display" else ["Scripts/with-display.sh", *program]

    def commands(self, names):
        """-> (command, its environment)"""
        out = []
        if self.judge == "gtk":
            for option in ("--no-display", "", "--scaled"):
                cases = [case for other, case in names if other == option]
                env = {"G_DEBUG": "fatal-criticals", **({"GDK_SCALE": "2"} if option == "--scaled" else {})}
                if len(cases) > 12:
                    out.append((self.gtk(option), env))  # All in one program are quicker.
                else:
                    out += [(self.gtk(option), {**env, "FILTER": case}) for case in cases]
            return out
        swift_testing = [re.escape(suite) + ("/" if "(" not in suite else "$") for suite, modern in names if modern]
        if swift_testing:
            filters = [option for f in swift_testing for option in ("--filter", "^" + f)]
            out.append(([self.program, "--testing-library", "swift-testing", *filters], {}))
        xctest = [suite for suite, modern in names if not modern]
        if xctest:
            out.append(([self.program, ",".join(xctest)], {}))
        return out

    def run(self, names, env, limit):
        """-> (exit code, the line of the first failure)"""
        for command, more in self.commands(names):
            if self.options.cases:
                env = {"LE_CASES": self.options.cases, **env}
            code, log = run(command, self.copy.folder, limit, {**more, **env}, shows_failure, MEMORY, NICE)
            if code == "timeout":
                return code, "timeout"
            if code:
                lines = log.strip().split("\n")
                return code, next((l for l in lines if shows_failure(l)), lines[-1] if lines else "")[:200]
        return 0, ""

    def learn(self, numbers):
        """Runs each suite alone, without a fault."""
        def one(name):
            reached = WORK / f"reached-{self.judge}-{self.names.index(name)}"
            reached.write_bytes(bytes(1 << 16))
            started = time.time()
            code, why = self.run([name], {"LE_FAULTS_REACHED": str(reached)}, 1200)
            if code:
                # It fails without a fault, so it says nothing about one.
                print(f"  {name}: fails without a fault, left out: {why}", flush=True)
            else:
                self.seconds[name] = time.time() - started
                data = reached.read_bytes()
                self.reaches[name] = {n for n in numbers if data[n]}
            reached.unlink()

        with concurrent.futures.ThreadPoolExecutor(1 if self.judge == "gtk" else self.options.jobs) as pool:
            list(pool.map(one, self.names))
        print(f"  {self.judge}: {len(self.reaches)} suites in {sum(self.seconds.values()):.0f} s reach "
              f"{len(set().union(*self.reaches.values()))} faults", flush=True)

    def judge_fault(self, fault):
        """-> (verdict, by)"""
        suites = [n for n in self.names if fault.number in self.reaches.get(n, ())]
        if not suites:
            return "survived", "not reached"
        words = set(re.findall(r"[A-Z][a-z]+", fault.path.split("/", 2)[2]))

        def rank(name):
            related = len(words & set(re.findall(r"[A-Z][a-z]+", str(name)))) > 0
            return (not related, self.seconds[name])

        suites.sort(key=rank)
        first, total = [], 0
        for name in suites:
            if total + self.seconds[name] < 6 or not first:
                first.append(name)
                total += self.seconds[name]
        rest = [n for n in suites if n not in first]
        for names in (first, rest):
            if names:
                seconds = sum(self.seconds[n] for n in names)
                code, why = self.run(names, {"LE_PLANTED_FAULT": str(fault.number)}, 60 + 6 * seconds)
                if code:
                    return "caught", why
        return "survived", f"{len(suites)} suites"


# ---- The run ---------------------------------------------------------------------------------------------------------

def main():
    parser = argparse.ArgumentParser(description=__doc__.replace("%", "%%"), formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--cases", help="LE_CASES of the tests")
    parser.add_argument("--files", default="")
    parser.add_argument("--tree", type=pathlib.Path, default=WORK / "swift", help="the copy of the sources")
    parser.add_argument("--again", help="a report whose survivors are judged once more")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--resume", action="store_true", help="keeps what the report says already, see --seed")
    parser.add_argument("--report", default=str(WORK / "swift.jsonl"))
    options = parser.parse_args()

    WORK.mkdir(exist_ok=True)
    copy = Copy(options.tree)
    if not options.list:
        copy.folder.mkdir(parents=True, exist_ok=True)
        copy.update()
    else:
        for folders, _ in JUDGES.values():
            for folder in folders:
                for p in (ROOT / folder).rglob("*"):
                    if judge_of(str(p.relative_to(ROOT))):
                        copy.texts[str(p.relative_to(ROOT))] = p.read_text(encoding="utf-8")
    every = [f for name in sorted(copy.texts)
             for f in faults_of(name, copy.texts[name], 0 if judge_of(name) == "lists" else 1)]
    if options.again:
        with open(options.again, encoding="utf-8") as file:
            wanted = {tuple(r["fault"]) for r in map(json.loads, file) if r["verdict"] == "survived"}
        # Lines may have moved, so the text is compared.
        drawn = [f for f in every if f.name in wanted]
        drawn = list({f.name: f for f in drawn}.values())
        gone = wanted - {f.name for f in drawn}
        if gone:
            print(f"{len(gone)} are gone:", *sorted(": ".join(g) for g in gone), sep="\n  ")
        options.count = len(drawn)
    else:
        drawn = [f for f in every if re.search(options.files, f.path)]
        # By a hash of their texts: at another commit a seed draws the same faults, where they still exist.
        drawn.sort(key=lambda f: hashlib.sha256(f"{options.seed} {f.path} {f.name[1]} {f.kind}".encode()).digest())
    print(f"seed {options.seed}, {len(every)} faults, {len(copy.texts)} files", flush=True)
    # Twice as many as are judged, because many do not compile; one on a line, so that errors can be told apart. Numbers come
    # from the texts, so that a small change of the sources builds little again.
    chosen, lines, uncompiled, numbers = [], set(), set(known_uncompiled()), set()
    for f in drawn:
        if options.again is None and len(chosen) == 2 * options.count + 40:
            break
        mine = {(f.path, n) for n in range(f.line - 1, f.last + 2)}
        if not mine & lines:
            lines |= {(f.path, n) for n in range(f.line, f.last + 1)}
            chosen.append(f)
            f.number = int.from_bytes(hashlib.sha256(f"{f.path} {f.name[1]} {f.kind}".encode()).digest()[:2])
            while f.number in numbers:
                f.number = (f.number + 1) % (1 << 16)
            numbers.add(f.number)
    chosen = [f for f in chosen if f.name not in uncompiled]
    if options.list:
        for f in chosen:
            print(f"{f.place()} {f.kind}: {f.name[1]}")
        return

    suites, faults = {}, chosen
    for judge in JUDGES:
        if any(judge_of(f.path) == judge for f in faults):
            faults = build(copy, judge, faults, options)
            suites[judge] = Suites(copy, judge, options)
            suites[judge].learn([f.number for f in chosen])

    reasons, counts, lock, results = explained("survivors-swift.txt"), {}, threading.Lock(), []
    if options.resume:
        with open(options.report, encoding="utf-8") as file:
            results = [json.loads(line) for line in file]
        for r in results:
            counts[r["verdict"]] = counts.get(r["verdict"], 0) + 1
    else:
        pathlib.Path(options.report).write_text("", encoding="utf-8")
    # Lines may have moved; numbers come from the text.
    done = {(r["number"], *r["fault"]) for r in results}
    # The first of the draw, so that a seed judges the same whatever runs beside it. Explained ones are replaced.
    judged = [f for f in faults if f.name not in reasons][:options.count]
    if judged:
        judged = faults[:faults.index(judged[-1]) + 1]
    # Tests of windows wait most of the time, so they run beside the others.
    left = [
        [f for f in judged if (f.number, *f.name) not in done and (judge_of(f.path) == "gtk") == windows]
        for windows in (False, True)
    ]
    print(f"{len(chosen) - len(faults)} of {len(chosen)} do not compile", flush=True)

    def work(faults):
        while True:
            with lock:
                fault = faults.pop(0) if faults else None
            if fault is None:
                return
            started = time.time()
            if fault.name in reasons:
                verdict, by = "explained", reasons[fault.name]
            else:
                verdict, by = suites[judge_of(fault.path)].judge_fault(fault)
            with lock:
                counts[verdict] = counts.get(verdict, 0) + 1
                results.append({"verdict": verdict, "by": by, "place": fault.place(), "fault": fault.name, "kind": fault.kind,
                                "number": fault.number, "seconds": round(time.time() - started, 1)})
                with open(options.report, "a", encoding="utf-8") as file:
                    file.write(json.dumps(results[-1]) + "\n")
                if verdict == "survived":
                    print(f"{verdict} ({by}) {fault.place()}: {fault.name[1]}", flush=True)
                elif len(results) % 20 == 0:
                    print(f"  {counts}", flush=True)

    threads = [threading.Thread(target=work, args=(left[0],)) for _ in range(options.jobs)]
    threads.append(threading.Thread(target=work, args=(left[1],)))
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
