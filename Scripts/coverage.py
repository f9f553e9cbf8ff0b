"""Merges a coverage export of clang by source line, and checks it against the list of unreached lines.

Used by Scripts/coverage.sh: coverage.py EXPORT UNREACHED [report | figures]

With `figures` it only fails when coverage is below the promised percentages, because an edit elsewhere can change the path
of a random case. Otherwise it also fails when a line is unreached without an explanation, or reached with one.

A branch is a condition in the source: code that is compiled several times (a kernel, an inline function, a tree) has
one branch for all its instances. A branch inside a macro belongs to the place where the macro is used. Conditions that
are constant for the compiler are not counted.

UNREACHED has paragraphs: lines that start with `#` give a reason, and the lines after them are the lines that it explains,
as `file: text of the source line`, with the path relative to CSources/CListEngine. One entry explains all unreached lines
of that file with that text. A line that begins with `~` may be reached or not: that depends on other threads, or on the
contents of the pool when memory runs out.
"""

import collections
import json
import os
import re
import sys

MOST_UNREACHED_BRANCHES = 0.02
MOST_UNREACHED_LINES = 0.002
CORE = "CSources/CListEngine"

sources = {}


def load(path):
    if path not in sources:
        with open(path, encoding="utf-8") as file:
            sources[path] = file.read().split("\n")


def text(path, line):
    load(path)
    return " ".join(sources[path][line - 1].split())


def is_code(source):
    return source not in ("", "}", "} else {") and not source.startswith(("//", "#"))


def is_constant(path, line, column, end):
    """Whether a condition is a number, that is, a macro for the configuration of the core."""
    load(path)
    return re.fullmatch(r"[\s()]*\d+[\s()]*", sources[path][line - 1][column - 1:end - 1]) is not None


def is_switch(path, line, column):
    """Whether a condition is the operand of a switch. Its path past all cases is not a branch: a switch without a default
    names every value of its enumeration, otherwise the compiler warns."""
    load(path)
    return sources[path][line - 1][:column - 1].rstrip().endswith("switch (")


def is_core(path):
    return f"{CORE}/" in path


def merged(export):
    """Counts by place: lines {(file, line): count} and branches {(file, line, place): [true, false]}."""
    lines, branches = collections.Counter(), {}
    for function in export["functions"]:
        names = function["filenames"]
        regions = function["regions"]
        # The place where a file of the function is expanded: {expanded file: (file, line, column)}.
        sites = {r[6]: (r[5], r[0], r[1]) for r in regions if r[7] == 1}

        def place(file, line, column, sites=sites, names=names):
            inner = ()
            while file in sites:
                inner += (line, column)
                file, line, column = sites[file]
            return names[file], line, (column, *inner)

        # The innermost of nested regions counts, so lines get the counts of code regions from the outside in.
        own = {}
        for line, column, end, _, count, file, _, kind in sorted(regions, key=lambda r: (r[5], r[0], r[1], -r[2], -r[3])):
            if kind in (0, 1) and file not in sites and is_core(names[file]):
                # The line on which a region begins keeps the count of the code before it, if that is higher.
                own[names[file], line] = max(count, own.get((names[file], line), 0))
                for l in range(line + 1, end + 1):
                    own[names[file], l] = count
        # The last line of a region is shared with the code after it.
        for line, column, end, end_column, count, file, _, kind in regions:
            if kind == 0 and file not in sites and is_core(names[file]):
                own[names[file], end] = max(own.get((names[file], end), 0), count)
        for key, count in own.items():
            lines[key] += count
        for b in function["branches"]:
            line, column, end, end_column, yes, no, file = b[:7]
            path, at, inner = place(file, line, column)
            if not is_core(path) or (line == end and is_constant(names[file], line, column, end_column)):
                continue
            if yes == no == 0 and own.get((path, at), 0) > 0:
                continue  # a constant, or on a line that was left before the condition
            if is_switch(names[file], line, column):
                yes, no = 1, 1
            entry = branches.setdefault((path, at, inner), [0, 0])
            entry[0] += yes
            entry[1] += no
    return lines, branches


def explained(path):
    """{(file, text): reason}, and those that may be reached"""
    reasons, maybe, reason, fresh = {}, set(), [], False
    if not os.path.exists(path):
        return reasons, maybe
    with open(path, encoding="utf-8") as file:
        for line in map(str.strip, file):
            if line.startswith("#"):
                reason = (reason if fresh else []) + [line.lstrip("# ")]
                fresh = True
            elif line:
                fresh = False
                name, _, source = line.lstrip("~ ").partition(": ")
                key = name, " ".join(source.split())
                reasons[key] = " ".join(reason)
                if line.startswith("~"):
                    maybe.add(key)
    return reasons, maybe


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        lines, branches = merged(json.load(file)["data"][0])
    reasons, maybe = explained(sys.argv[2])
    report = sys.argv[3:] == ["report"]

    missed = collections.defaultdict(list)
    for (path, line), count in lines.items():
        if count == 0 and is_code(text(path, line)):
            missed[path, line].append("line")
    sides = 0
    for (path, line, _), (yes, no) in branches.items():
        sides += 2
        if not yes:
            missed[path, line].append("never true")
        if not no:
            missed[path, line].append("never false")

    used, open_places = set(), []
    unreached_lines = unreached_branches = 0
    for (path, line), kinds in sorted(missed.items()):
        unreached_lines += "line" in kinds
        unreached_branches += len([k for k in kinds if k != "line"])
        key = os.path.relpath(path, CORE), text(path, line)
        where = f"{os.path.relpath(path)}:{line}: {', '.join(sorted(set(kinds)))}: {key[1]}"
        if key in reasons:
            used.add(key)
            if report:
                print(f"explained  {where}")
        else:
            open_places.append(where)

    share = 1 - unreached_branches / max(sides, 1)
    print(f"lines      {len(lines) - unreached_lines} of {len(lines)} ({1 - unreached_lines / len(lines):.2%})")
    print(f"branches   {sides - unreached_branches} of {sides} ({share:.2%})")
    stale = sorted(set(reasons) - used - maybe)
    for name, source in stale:
        print(f"reached, or gone, but listed: {name}: {source}")
    for where in open_places:
        print(f"not reached, not explained: {where}")
    too_few = share < 1 - MOST_UNREACHED_BRANCHES or unreached_lines > MOST_UNREACHED_LINES * len(lines)
    if too_few or (sys.argv[3:] != ["figures"] and (stale or open_places)):
        print("coverage: failed")
        sys.exit(1)


main()
