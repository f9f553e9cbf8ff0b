#!/usr/bin/env python3
"""Writes the table of widths of characters in a terminal, from the files of the Unicode Character Database.

    Scripts/terminal-widths.py FOLDER    FOLDER has EastAsianWidth.txt and UnicodeData.txt: Debian's /usr/share/unicode

Two columns: East Asian Width W and F. No column: the general categories Mn, Me and Cf, and the vowels and final consonants of Hangul,
which terminals draw into the syllable before them. All others have one column, also those of ambiguous width."""
import os
import re
import sys

TARGET = os.path.join(os.path.dirname(__file__), "../Sources/ListEngineTerminal/Text/WidthTable.swift")


def ranges(values):
    found = []
    for value in sorted(values):
        if found and found[-1][1] == value - 1:
            found[-1][1] = value
        else:
            found.append([value, value])
    return found


def main(folder):
    widths = open(os.path.join(folder, "EastAsianWidth.txt"), encoding="utf-8").read()
    version = re.match(r"# EastAsianWidth-([\d.]+)\.txt", widths).group(1)
    wide = set()
    for line in widths.splitlines():
        match = re.match(r"([0-9A-F]+)(?:\.\.([0-9A-F]+))?\s*;\s*(\w+)", line)
        if match and match.group(3) in ("W", "F"):
            wide.update(range(int(match.group(1), 16), int(match.group(2) or match.group(1), 16) + 1))
    none = set(range(0x1160, 0x1200))
    first = None
    for line in open(os.path.join(folder, "UnicodeData.txt"), encoding="utf-8"):
        fields = line.split(";")
        value = int(fields[0], 16)
        if fields[1].endswith("First>"):
            first = value
            continue
        values = range(first if fields[1].endswith("Last>") else value, value + 1)
        if fields[2] in ("Mn", "Me", "Cf"):
            none.update(values)
    wide -= none

    def table(values):
        lines, line = [], "       "
        for low, high in ranges(values):
            text = " 0x%X, 0x%X," % (low, high)
            if len(line) + len(text) > 118:
                lines.append(line)
                line = "       "
            line += text
        return "\n".join(lines + [line])

    with open(TARGET, "w", encoding="utf-8") as file:
        file.write(f"""// Written by Scripts/terminal-widths.py from EastAsianWidth.txt and UnicodeData.txt of Unicode {version}.

/// The columns of characters in a terminal, as first and last values of ranges in ascending order.
///
/// The table is in the program, because the C library's function for widths depends on the locale, which a Swift program does not set, and
/// on the version of the system. Terminals of the last years agree with Unicode on nearly all of these.
enum WidthTable {{
    static let unicodeVersion = "{version}"

    /// Characters of two columns.
    static let wide: [UInt32] = [
{table(wide)}
    ]

    /// Characters without a column, such as combining marks.
    static let none: [UInt32] = [
{table(none)}
    ]
}}
""")


if len(sys.argv) != 2:
    sys.exit(__doc__)
main(sys.argv[1])
