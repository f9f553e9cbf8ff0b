#!/usr/bin/env python3
"""Counts the unsafe words of the snapshots in ListEngineDiff, and fails if there are more than the limit.

    Scripts/unsafe.py          fails if there are too many
    Scripts/unsafe.py table    prints the count of each file
    Scripts/unsafe.py table DIR  prints the counts of another checkout

An unsafe word is one that contains `Unsafe` or `unsafe`, or `Unmanaged`. Comments count too. An `@inlinable public` declaration
must not have an unsafe pointer in its signature: it is compiled into the programs that use the package."""
import os
import re
import sys

FOLDERS = ["Snapshot", "TokenStore"]
MOST = 47
WORD = re.compile(r"[Uu]nsafe\w*|Unmanaged")
PUBLIC = re.compile(r"@inlinable[^{}=]*?\bpublic\b([^{}]*)")

root = sys.argv[2] if len(sys.argv) > 2 else os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
base = os.path.join(root, "Sources/ListEngineDiff")
counts, faults = {}, []
for name in FOLDERS:
    for folder, _, files in os.walk(os.path.join(base, name)):
        for file in files:
            path = os.path.relpath(os.path.join(folder, file), base)
            with open(os.path.join(base, path)) as handle:
                text = handle.read()
            counts[path] = len(WORD.findall(text))
            faults += ["%s: an unsafe pointer in a public signature: %s" % (path, " ".join(signature.split()))
                for signature in PUBLIC.findall(text) if re.search(r"Unsafe\w*Pointer", signature)]
total = sum(counts.values())
if sys.argv[1:2] == ["table"]:
    for path, count in sorted(counts.items(), key=lambda each: (-each[1], each[0])):
        if count:
            print("%4d  %s" % (count, path))
    print("%4d  in %d files" % (total, len(counts)))
    sys.exit()
if not counts:
    faults.append("no files in %s: is it the right path?" % base)
if total > MOST:
    faults.append("%d unsafe words in %s, at most %d" % (total, " and ".join(FOLDERS), MOST))
for fault in faults:
    print("unsafe: " + fault)
sys.exit(1 if faults else 0)
