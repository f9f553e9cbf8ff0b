#!/usr/bin/env python3
"""Checks that no folder of the C core uses a folder below it in the list of Documentation/Architecture.md.

usage: Scripts/c-arrows.py [CORE | --test]

--test plants an arrow of each kind in a copy of the core and fails unless both are found.

Two kinds of use count: an include, and a function that is declared in a header of one folder but defined in another. Prints
each arrow that points down the list and fails if there is one. One name may point down: the table of all kinds of sections.
No two files have one name, so that a name is enough to open a file.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ORDER = ["include", "support", "kernels", "diff", "tree", "extents", "section", "kinds", "layout"]
argument = sys.argv[1] if len(sys.argv) > 1 else None
core = pathlib.Path(__file__).parent.parent / "CSources/CListEngine"
if argument == "--test":
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / "CListEngine"
        for planted in ['#include "layout/section_edits.h"\n', "bool le__arrow(int down);\n"]:
            shutil.copytree(core, copy)
            with (copy / "support/pool.h").open("a") as header:
                header.write(planted)
            with (copy / "layout/section_edits.c").open("a") as source:
                source.write("bool le__arrow(int down) { return down; }\n")
            if subprocess.run([__file__, copy], stdout=subprocess.DEVNULL).returncode != 1:
                sys.exit(f"c-arrows: a planted arrow was not found: {planted}")
            shutil.rmtree(copy)
    sys.exit(0)
if argument:
    core = pathlib.Path(argument)


def folder(path):
    return path.relative_to(core).parts[0]


def code(path):
    return re.sub(r"//.*|/\*.*?\*/", "", path.read_text(), flags=re.S if path.suffix == "" else 0)


files = sorted(p for p in core.rglob("*.[ch]"))
arrows = []
declared, defined = {}, {}
for path in files:
    text = code(path)
    for name in re.findall(r'#include "([^"]+)"', text):
        used = "include" if name.startswith("listengine/") or "/" not in name else name.split("/")[0]
        if used not in ORDER:
            arrows.append(f"{path.relative_to(core)}: includes {name}, which is in no folder of the list")
        elif ORDER.index(used) > ORDER.index(folder(path)):
            arrows.append(f"{path.relative_to(core)}: includes {name}, but {used} stands below {folder(path)}")
    if folder(path) == "include":
        continue
    for match in re.finditer(r"^(?:[\w*]+ +)*\**(le__\w+)\([^;{}]*\)(;| \{)", text, re.M):
        (declared if match[2] == ";" else defined).setdefault(match[1], path)
for name, header in sorted(declared.items()):
    if name in defined and ORDER.index(folder(defined[name])) > ORDER.index(folder(header)):
        arrows.append(f"{header.relative_to(core)}: declares {name}, which {defined[name].relative_to(core)} defines")
names = {}
for path in files:
    if path.name in names and folder(path) != "include":
        arrows.append(f"{path.relative_to(core)}: {names[path.name].relative_to(core)} has the same name")
    names[path.name] = path
missing = [f for f in ORDER if not (core / f).is_dir()]
if missing or not declared or not defined:
    arrows.append(f"the core has no folder {missing} or no functions: is {core} the right path?")
print("\n".join(arrows))
sys.exit(1 if arrows else 0)
