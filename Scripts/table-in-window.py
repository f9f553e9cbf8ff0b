#!/usr/bin/env python3
"""Runs `le-table --window` on a display without a screen, with real keys and clicks, while another process writes the file.

    Scripts/with-display.sh Scripts/table-in-window.py PROGRAM

The title of the window has the number of rows, and what happened to a value, which the script reads. What the user changes in columns is read
from the file in which the program stores it, with widths in characters."""
import glob
import json
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


def expect_columns(what, condition):
    """Waits until the stored columns, by name, fulfil a condition."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        for name in glob.glob(os.path.join(os.environ["XDG_STATE_HOME"], "le-table", "*.json")):
            with open(name) as file:
                stored = json.load(file)
            if stored["table"] == "fruit" and condition({each["column"]: each for each in stored["state"]["columns"]}):
                return
        time.sleep(0.1)
    program.kill()
    sys.exit(f"table-in-window: {what}: the stored columns are not as expected")


def click(x, y, button=1):
    xdotool("mousemove", str(x), str(y), "click", str(button))


def drag(x, y, by):
    steps = [word for step in range(1, 5) for word in ("mousemove", str(x + by * step // 4), str(y))]
    xdotool("mousemove", str(x), str(y), "mousedown", "1", *steps, "mouseup", "1")


with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "fruits.db")
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE fruit(id INTEGER PRIMARY KEY, name TEXT)")
    connection.executemany("INSERT INTO fruit(name) VALUES(?)", [(name,) for name in ("apple", "pear", "plum", "fig")])
    connection.execute("CREATE VIEW short AS SELECT name FROM fruit WHERE length(name) = 3")
    connection.commit()
    os.environ["XDG_STATE_HOME"] = os.path.join(folder, "state")
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
    # The title of a column. The first row is "fig" then.
    click(330, 112)
    expect("an order", "by name")
    click(330, 137)
    xdotool("key", "F2")
    xdotool("type", " tree")
    xdotool("key", "Return")
    expect("an edit", "name is fig tree now")
    xdotool("key", "ctrl+z")
    expect("undone", "name is fig now, as before")
    xdotool("key", "ctrl+shift+z")
    expect("made again", "name is fig tree now")
    if connection.execute("SELECT name FROM fruit ORDER BY name").fetchone() != ("fig tree",):
        sys.exit("table-in-window: the edit is not in the file")
    # The edge of a column is dragged, which is as wide as "plantain" was, and a title to the place before it.
    drag(377, 112, by=50)
    expect_columns("a wider column", lambda found: 12 < found["name"].get("width", 0) < 30)
    drag(340, 112, by=-80)
    expect_columns("another order", lambda found: list(found) == ["name", "id"])
    # The menu of a title, whose sixth line hides the column.
    click(270, 112, button=3)
    click(240, 296)
    expect_columns("a hidden column", lambda found: found["name"]["isHidden"] and not found["id"]["isHidden"])
    click(60, 117)
    # No name has three letters any more.
    expect("a view", "0 rows")
    os.unlink(path)
    expect("the file is deleted", "was deleted")
    # The button of the bar.
    click(973, 27)
    if program.wait(60):
        sys.exit(f"table-in-window: the program ended with status {program.returncode}")
print("table-in-window: tables, another writer, a filter, an order, an edit, columns, a deleted file")
