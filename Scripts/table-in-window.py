#!/usr/bin/env python3
"""Runs `le-table --window` on a display without a screen, with real keys and clicks, while another process writes the file.

    Scripts/with-display.sh Scripts/table-in-window.py PROGRAM

The title of the window has the number of rows, which the script reads."""
import os
import sqlite3
import subprocess
import sys
import tempfile
import time


def xdotool(*words):
    return subprocess.run(["xdotool", *words], capture_output=True, text=True).stdout.strip()


def expect(what, *texts):
    end = time.monotonic() + 60
    while time.monotonic() < end:
        title = xdotool("search", "--name", "fruits.db", "getwindowname")
        if all(text in title for text in texts):
            return
        if program.poll() is not None:
            break
        time.sleep(0.1)
    program.kill()
    sys.exit(f"table-in-window: {what}: expected {texts}, found {title!r}, status {program.poll()}")


def click(x, y):
    xdotool("mousemove", str(x), str(y), "click", "1")


with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "fruits.db")
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE fruit(id INTEGER PRIMARY KEY, name TEXT)")
    connection.executemany("INSERT INTO fruit(name) VALUES(?)", [(name,) for name in ("apple", "pear", "plum", "fig")])
    connection.execute("CREATE VIEW short AS SELECT name FROM fruit WHERE length(name) = 3")
    connection.commit()
    program = subprocess.Popen([os.path.abspath(sys.argv[1]), "--window", path])
    expect("the first table", "4 rows")
    connection.execute("INSERT INTO fruit(name) VALUES('plantain')")
    connection.commit()
    expect("another connection writes", "5 rows")
    click(500, 76)
    xdotool("type", "pl")
    expect("a filter", "3 found")
    connection.execute("DELETE FROM fruit WHERE name = 'apple'")
    connection.commit()
    expect("a row is deleted", "2 found")
    xdotool("key", "BackSpace", "BackSpace")
    expect("no filter", "4 rows")
    # The title of a column, and the second table.
    click(270, 115)
    expect("an order", "by ")
    click(60, 117)
    expect("a view", "1 rows")
    os.unlink(path)
    expect("the file is deleted", "was deleted")
    # The button of the bar.
    click(973, 27)
    if program.wait(60):
        sys.exit(f"table-in-window: the program ended with status {program.returncode}")
print("table-in-window: tables, another writer, a filter, an order, a deleted file")
