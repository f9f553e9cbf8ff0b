#!/usr/bin/env python3
"""Measures `le-table` and DB Browser for SQLite (Debian's sqlitebrowser) on one file.

    Scripts/table-comparison.py make FILE ROWS
    Scripts/with-display.sh Scripts/table-comparison.py PROGRAM FILE

PROGRAM is `le-table`, in a release build with the trait GTK. Each line has the elapsed time, the processor time of the program in parentheses, and its private
memory. `le-table` runs in a terminal, and is ready when the screen shows what was asked for. Then it runs in a window, as DB Browser does. These
are ready when they no longer use the processor. All sort by the column `size`, which has no index, and search for the same text in the column `name`."""
import os
import re
import sqlite3
import subprocess
import sys
import tempfile
import time

TEXT = "40970"
WORDS = "amber basil cedar delta ember flint grove harbor indigo juniper kelp lotus maple nectar onyx pearl quartz raven slate umber".split()


def make(path, rows):
    """A table with the same values on every machine, with an index of names."""

    def values():
        for number in range(1, rows + 1):
            bits = number * 0x9E3779B97F4A7C15 % 2**64
            bits = (bits ^ bits >> 31) * 0x94D049BB133111EB % 2**64
            word = [WORDS[(bits >> shift) % len(WORDS)] for shift in (0, 16, 32)]
            yield (number, f"{word[0]} {word[1]} {bits >> 44}", word[2], bits >> 20 & 0xFFFF, (bits >> 30 & 0xFFFFF) / 100,
                   1_500_000_000 + number * 17, None if bits & 7 else f"a note about {word[1]}")

    connection = sqlite3.connect(path)
    connection.executescript(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA cache_size = -400000;"
        "CREATE TABLE item(id INTEGER PRIMARY KEY, name TEXT NOT NULL, category TEXT, size INT, price REAL, time INT, note TEXT)")
    connection.executemany("INSERT INTO item VALUES(?, ?, ?, ?, ?, ?, ?)", values())
    connection.execute("CREATE INDEX item_name ON item(name)")
    connection.commit()
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def processor(process):
    with open(f"/proc/{process}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(process):
    with open(f"/proc/{process}/smaps_rollup") as file:
        return sum(int(line.split()[1]) for line in file if line.startswith("Private_")) // 1024


class Measure:
    """Prints a line about what happens in a block."""

    def __init__(self, program, what, process):
        self.name, self.process, self.elapsed = f"{program}: {what}", process, None

    def __enter__(self):
        self.start, self.before = time.monotonic(), processor(self.process)
        return self

    def __exit__(self, kind, *_):
        if kind:
            return
        elapsed = time.monotonic() - self.start if self.elapsed is None else self.elapsed
        used = processor(self.process) - self.before
        print(f"{self.name}: {elapsed:.2f} s ({used:.2f} s), {memory(self.process)} MB", flush=True)


def le_table(path):
    from terminal_session import END, HOME, RIGHT, Session

    connection = sqlite3.connect(path)
    rows = connection.execute("SELECT max(id) FROM item").fetchone()[0]
    first = connection.execute("SELECT name FROM item WHERE id = 1").fetchone()[0]
    session = Session(path)
    measure = lambda what: Measure("le-table", what, session.process)
    with measure("first rows"):
        session.expect("first rows", first)
    with measure("number of rows"):
        session.expect("number", f"{rows:,} rows", seconds=600)
    with measure("the end"):
        session.type(END)
        session.expect("the end", f"row {rows:,}")
    session.type(HOME + RIGHT * 3)
    smallest = [row[0] for row in connection.execute("SELECT name FROM item ORDER BY size, id LIMIT 3")]
    with measure("sorted by size"):
        session.type("s")
        session.expect("sorted", *smallest)
    session.type("k")
    session.expect("the order of the key", first)
    session.type("/name:")
    for character in TEXT:
        session.type(character)
        session.read(0.15)
    with measure("first rows found, after the last key"):
        session.expect("found", f"name:{TEXT}", lambda lines: TEXT in lines[1])
    with measure("number of rows found"):
        counted = lambda lines: re.search(r"▏ [0-9,]+ found", lines[-1]) and "or more" not in lines[-1]
        session.expect("counted", counted, seconds=600)
    session.end("\x03")


def in_window(program, command, size, key, text):
    """Measures a program with a window. The last arguments are the places of the title of the column `size`, of that of the key, and of the field
    for a filter."""
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)

    def act(what, *words):
        with Measure(program, what, process.pid) as measure:
            if words:
                subprocess.run(["xdotool", *words], check=True)
            used, last = processor(process.pid), time.monotonic()
            while time.monotonic() - last < 2:
                time.sleep(0.02)
                if processor(process.pid) - used >= 0.03:
                    used, last = processor(process.pid), time.monotonic()
            measure.elapsed = last - measure.start

    def move(place):
        subprocess.run(["xdotool", "mousemove", *map(str, place)], check=True)

    act("first rows, and number of rows")
    if program == "DB Browser":
        # A dialog that asks whether to stop reading, and the field that leads to a row.
        subprocess.run(["xdotool", "key", "Return"], check=True)
        act("a dialog closes")
        rows = sqlite3.connect(command[-1]).execute("SELECT max(id) FROM item").fetchone()[0]
        subprocess.run(["xdotool", "mousemove", "450", "700", "click", "3", "key", "Escape"], check=True)
        subprocess.run(["xdotool", "mousemove", "450", "700", "click", "--repeat", "3", "1", "type", str(rows)], check=True)
        act("the end", "key", "Return")
    move(size)
    act("sorted by size", "click", "1")
    move(key)
    act("the order of the key again", "click", "1")
    move(text)
    subprocess.run(["xdotool", "click", "1"] + ([] if program == "DB Browser" else ["type", "name:"]), check=True)
    act("the column is named")
    act("rows found, with typing of 0.75 s", "type", "--delay", "150", TEXT)
    process.kill()


def in_windows(program, path):
    in_window("le-table in a window", [program, "--window", path], (640, 112), (300, 112), (500, 76))
    try:
        in_window("DB Browser", ["sqlitebrowser", "--read-only", "--table", "item", path], (365, 155), (95, 155), (200, 181))
    except FileNotFoundError:
        sys.exit("table-comparison: there is no sqlitebrowser (apt-get install sqlitebrowser)")


if len(sys.argv) == 4 and sys.argv[1] == "make":
    make(sys.argv[2], int(sys.argv[3]))
elif len(sys.argv) == 3:
    # Without columns that an earlier run has stored.
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_STATE_HOME"] = folder
        le_table(sys.argv[2])
        in_windows(os.path.abspath(sys.argv[1]), sys.argv[2])
else:
    sys.exit(__doc__)
