#!/usr/bin/env python3
"""Finds uses of declarations that the oldest supported systems do not have, in the index that Scripts/apple.sh makes.

Which systems a declaration needs is read from the symbol graphs of the toolchain's modules: the compiler for Linux knows it, and
does not diagnose it. A use must stand in `if #available(...) {`, behind `guard #available(...) else`, or in a declaration with
`@available(...)`. Hashing a CGRect, CGSize or CGPoint has no mark in these modules, so it is looked for in the code that the
compiler generates. The file Planted.swift has one of each: the script fails if it does not find them."""
import ctypes
import glob
import json
import os
import re
import sys

FLOOR = {"iOS": (16, 0), "macOS": (13, 0), "tvOS": (16, 0), "visionOS": (1, 0)}
scratch = sys.argv[1]


def newer_declarations():
    """By USR: the name, and the first system that is too old."""
    found = {}
    for path in glob.glob(scratch + "/symbols/*.symbols.json") + glob.glob(scratch + "/check/*Kit*.symbols.json"):
        graph = json.load(open(path))
        requirements = {each["source"] for each in graph["relationships"] if each["kind"] == "requirementOf"}
        # Some members of protocols became requirements later. For an older system, a use is of the member that was there before.
        old = {tuple(each["pathComponents"]) for each in graph["symbols"] if not each.get("availability")}
        for symbol in graph["symbols"]:
            if symbol["identifier"]["precise"] in requirements and tuple(symbol["pathComponents"]) in old:
                continue
            for part in symbol.get("availability", []):
                version = part.get("introduced")
                if part.get("domain") in FLOOR and version:
                    needs = (version["major"], version.get("minor", 0))
                    if needs > FLOOR[part["domain"]]:
                        name = ".".join(symbol["pathComponents"])
                        found[symbol["identifier"]["precise"]] = (name, "%s %d.%d" % ((part["domain"],) + needs))
                        break
    return found


class Text(ctypes.Structure):
    _fields_ = [("data", ctypes.POINTER(ctypes.c_char)), ("length", ctypes.c_size_t)]

    def __str__(self):
        return ctypes.string_at(self.data, self.length).decode()


def references():
    """Every reference in the index: file, line, column, USR. The C interface is that of the toolchain's libIndexStore."""
    swift = os.path.realpath(os.popen("command -v swiftc").read().strip())
    library = ctypes.CDLL(os.path.join(os.path.dirname(swift), "../lib/libIndexStore.so"))
    pointer = ctypes.c_void_p
    for name, result, arguments in [
        ("store_create", pointer, [ctypes.c_char_p, pointer]),
        ("record_reader_create", pointer, [pointer, ctypes.c_char_p, pointer]),
        ("occurrence_get_symbol", pointer, [pointer]),
        ("symbol_get_usr", Text, [pointer]),
        ("occurrence_get_line_col", None, [pointer] + 2 * [ctypes.POINTER(ctypes.c_uint)]),
    ]:
        function = getattr(library, "indexstore_" + name)
        function.restype, function.argtypes = result, arguments
    on_value = ctypes.CFUNCTYPE(ctypes.c_bool, pointer, pointer)
    library.indexstore_record_reader_occurrences_apply_f.argtypes = [pointer, pointer, on_value]
    line, column = ctypes.c_uint(), ctypes.c_uint()
    found = []
    # One index a module. A record is named after its file, whose name is unique in a module.
    for index in sorted(glob.glob(scratch + "/check/*.index")):
        files = {os.path.basename(path): path for path in open(index[:-6] + ".files").read().split()}
        store = library.indexstore_store_create(index.encode(), None)
        for record in sorted(glob.glob(index + "/v5/records/*/*")):
            path = files.get(os.path.basename(record).rsplit("-", 1)[0])
            if not path:  # a header of C
                continue

            @on_value
            def add(_, use):
                library.indexstore_occurrence_get_line_col(use, line, column)
                usr = str(library.indexstore_symbol_get_usr(library.indexstore_occurrence_get_symbol(use)))
                found.append((path, line.value, column.value, usr))
                return True

            library.indexstore_record_reader_occurrences_apply_f(
                library.indexstore_record_reader_create(store, os.path.basename(record).encode(), None), None, add)
    return found


def guarded_lines(path):
    """The lines of a file that only systems run which are new enough."""
    code = open(path).read()
    code = re.sub(r"//[^\n]*|/\*.*?\*/", lambda m: re.sub(r"[^\n]", " ", m.group()), code, flags=re.S)
    code = re.sub(r'"(\\.|[^"\\\n])*"', lambda m: '"' + " " * (len(m.group()) - 2) + '"', code)
    guarded = set()

    def block(start):
        depth = 0
        for end in range(start, len(code)):
            depth += {"{": 1, "}": -1}.get(code[end], 0)
            if depth < 0 or (depth == 0 and code[end] == "}"):
                return end
        return len(code)

    def add(start, end):
        guarded.update(range(code.count("\n", 0, start) + 1, code.count("\n", 0, end) + 2))

    for match in re.finditer(r"if\b[^{}]*#available\([^)]*\)[^{}]*\{", code):
        add(match.start(), block(match.end() - 1))
    for match in re.finditer(r"guard\b[^{}]*#available\([^)]*\)[^{}]*else\s*\{", code):
        add(block(match.end() - 1), block(block(match.end() - 1) + 1))
    for match in re.finditer(r"@available\((iOS|macOS|tvOS|visionOS)[^)]*\)", code):
        brace = code.find("{", match.end())
        add(match.start(), block(brace) if brace >= 0 else match.end())
    return guarded


def hashes():
    """Files of functions in which a type of Core Graphics is hashed as a generic value."""
    for path in sorted(glob.glob(scratch + "/check/*.sil")):
        function = ""
        for text in open(path):
            if text.startswith("// ") and not text.startswith("// Isolation"):
                function = text[3:].strip()
            call = re.search(r"apply %\d+<(.*)>\(.*<[^>]*: Hashable", text)
            if not call or "CG" not in call.group(1):
                continue
            depth, arguments = 0, [""]
            for letter in call.group(1):
                depth += {"<": 1, "(": 1, "[": 1, ">": -1, ")": -1, "]": -1}.get(letter, 0)
                if letter == "," and depth == 0:
                    arguments.append("")
                else:
                    arguments[-1] += letter
            for index, argument in enumerate(arguments):
                if re.search(r"\bCG(Rect|Size|Point|Vector)\b", argument) and "τ_0_%d : Hashable" % index in text:
                    yield os.path.basename(path)[:-4], function


def main():
    newer = newer_declarations()
    guards, problems, planted = {}, [], set()
    for path, line, column, usr in references():
        if usr not in newer:
            continue
        if path not in guards:
            guards[path] = guarded_lines(path)
        if line in guards[path]:
            continue
        name, system = newer[usr]
        if path.endswith("Planted.swift"):
            planted.add(open(path).read().split("\n")[line - 1].strip())
        elif "AppleStubs" not in path:
            problems.append("%s:%d:%d: %s needs %s" % (path, line, column, name, system))
    planted_hash = False
    for module, function in hashes():
        if module == "Planted":
            planted_hash = True
        else:
            problems.append("%s: %s hashes a type of Core Graphics, which needs iOS 18.0: write hash(into:)" % (module, function))
    text = open("Tests/AppleStubs/Planted/Planted.swift").read()
    expected = {line.strip() for line in text.split("\n") if line.endswith("// found")}
    if planted != expected or not planted_hash:
        problems.append("the check does not find what is planted: found %s, hash %s, expected %s" % (planted, planted_hash, expected))
    for problem in sorted(set(problems)):
        print(problem)
    if problems:
        sys.exit(1)
    print("no use of %d declarations that are newer than iOS 16, macOS 13, tvOS 16 and visionOS 1" % len(newer))


main()
