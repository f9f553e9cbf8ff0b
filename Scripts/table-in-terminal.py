#!/usr/bin/env python3
"""Runs `le-table` in a pseudo-terminal as a user does, while this process or another one writes the file that it shows.

    Scripts/table-in-terminal.py PROGRAM

It fails if the screen does not show the rows, the order, the filter or the message that it should, if a character other than text and known
codes is written to the terminal, or if the program does not end as expected."""
import os
import re
import sqlite3
import subprocess
import sys
import tempfile

from terminal_session import DOWN, END, HEIGHT, HOME, LEFT, RIGHT, UP, WIDTH, Session, fail


def database(name, script, rows=()):
    path = os.path.join(FOLDER, name)
    connection = sqlite3.connect(path)
    connection.executescript(script)
    for statement, values in rows:
        connection.executemany(statement, values)
    connection.commit()
    connection.close()
    return path


def in_another_process(path, script):
    subprocess.run(
        [sys.executable, "-c", "import sqlite3, sys\nc = sqlite3.connect(sys.argv[1], timeout=30)\nexec(sys.argv[2])\nc.commit()", path,
         script], check=True)


FRUITS = ["apple", "pear", "plum", "fig", "kiwi", "lemon", "date", "lime", "mango", "olive"]
SCHEMA = '''
    CREATE TABLE fruit(id INTEGER PRIMARY KEY, name TEXT, price REAL);
    CREATE INDEX fruit_name ON fruit(name);
    CREATE TABLE "odd ""name"""("a b" TEXT, "select" INT, PRIMARY KEY("a b", "select")) WITHOUT ROWID;
    CREATE TABLE message(id INTEGER PRIMARY KEY, body TEXT);
    CREATE VIRTUAL TABLE message_search USING fts5(body, content='message', content_rowid='id', prefix='1 2 3');
    CREATE TABLE "nothing"(x);
    CREATE VIEW cheap AS SELECT name, price FROM fruit WHERE price < 3 ORDER BY price DESC;
    CREATE VIEW broken AS SELECT * FROM missing;
'''


def fruits():
    return database(
        "fruits.db", SCHEMA,
        [("INSERT INTO fruit(name, price) VALUES(?, ?)", [(name, place * 0.75) for place, name in enumerate(FRUITS)]),
         ('INSERT INTO "odd ""name""" VALUES(?, ?)', [(f"k{n % 3}", n) for n in range(6)]),
         ("INSERT INTO message(body) VALUES(?)", [(f"message {n} about {FRUITS[n % 3]} and {['tea', 'coffee'][n % 2]}",) for n in range(2000)]),
         ("INSERT INTO message_search(message_search) VALUES(?)", [("rebuild",)])])


def tables_and_orders(path):
    session = Session(path)
    session.expect("tables", "❯ fruit", "message_search", 'odd "name"', "cheap", "nothing", "10 rows",
                   absent=["message_search_data", "sqlite_"])
    session.expect_column("the order of the key", range(1, 11))
    session.type("ss")
    session.expect("a column with an index", "▲name", "by name")
    session.expect_column("a column with an index", sorted(FRUITS), 1)
    session.type("d")
    session.expect("descending", "▼name")
    session.expect_column("descending", sorted(FRUITS, reverse=True), 1)
    session.type("s")
    session.expect("a column without an index", "▲price")
    session.expect_column("a column without an index", FRUITS, 1)
    # A click on the title of a column orders by it, and again the other way round.
    x = session.screen.lines[0].index("name")
    session.press(x, 0)
    session.expect_column("a click on a title", sorted(FRUITS), 1)
    session.press(x, 0)
    session.expect_column("a second click", sorted(FRUITS, reverse=True), 1)
    # Sections of equal values, with their numbers of rows.
    session.type("s" + "g")
    session.expect("sections by price", "▲price", lambda lines: re.search(r"│ +0\.0 +1", lines[1]))
    session.type("g" + "S")
    session.expect("no sections", "▲name", lambda lines: "apple" in lines[1])
    session.press(x, 0)
    session.expect_column("the other way round", sorted(FRUITS, reverse=True), 1)
    # Sideways.
    session.type(RIGHT)
    session.expect_column("without the first column", sorted(FRUITS, reverse=True))
    session.type(LEFT)
    # The other tables. A table without rowid gets its key at the end of the order.
    session.type("\t" + DOWN * 4 + "\t")
    session.expect("names that need quotes", "a b", "select", "6 rows")
    session.expect_column("names that need quotes", ["k0", "k0", "k1", "k1", "k2", "k2"])
    session.type("ss")
    session.expect_column("by the second column", range(6), 1)
    session.type("\t" + UP)
    session.expect("an empty table", "0 rows", absent=["k0"])
    session.type(DOWN * 2)
    session.expect("a view that cannot be read", "broken cannot be shown: no such table", absent=["k0"])
    session.type(DOWN)
    session.expect_column("a view in its own order", ["fig", "plum", "pear", "apple"])
    session.type("\ts")
    session.expect_column("a view by a column", ["apple", "fig", "pear", "plum"])
    session.end()


def filters(path):
    session = Session(path)
    session.expect("the first table", "10 rows")
    for typed, count, name in (("/p", 3, "apple"), ("l", 2, "apple"), ("u", 1, "plum")):
        session.type(typed)
        session.expect(f"typed {typed}", f"{count} found")
        session.expect_column(f"typed {typed}", [name], 1)
    session.type("%")
    session.expect("a character that LIKE knows", "/plu%", "0 found")
    session.type("\x1b")
    session.expect("escape", "10 rows", absent=["plu%"])
    session.type("/name:a")
    session.expect("text in one column", "/name:a", "4 found")
    session.type("\x15price:a")
    session.expect("a column without the text", "0 found")
    session.type("\x1b")
    session.expect("escape again", "10 rows", absent=["price:a"])
    # Words in a full-text index, or text.
    session.type("\t" + DOWN + "\t/")
    session.expect("the index of the table", "words in message_search", "2,000 rows")
    session.type("tea")
    session.expect("a word", "1,000 found")
    session.type(" appl")
    session.expect("two words", "334 found")
    session.type("\x15ea")
    session.expect("no word begins so", "0 found")
    session.type("\x14")
    session.expect("text", "text in all columns", lambda lines: "1,334 found" in lines[-1])
    session.type('\x15"')
    session.expect("a quotation mark", "0 found")
    session.type("\x14")
    session.expect("a quotation mark in words", "words in message_search", lambda lines: "found" in lines[-1])
    session.type("\x1b")
    session.expect("no filter", "2,000 rows")
    # The rows keep their order while they are filtered.
    session.type("sd/tea pear\r")
    session.expect("ordered and filtered", "333 found", "▼id")
    session.expect_column("ordered and filtered", [1997, 1991])
    session.end()


def places(path):
    count = 200_000
    database("fruits.db", "", [("INSERT INTO fruit(name, price) VALUES(?, ?)", ((f"fruit {n}", n) for n in range(11, count + 1)))])
    session = Session(path)
    session.expect("all rows", f"{count:,} rows")
    session.type(END)
    session.expect("the end", f"row {count:,}", f"fruit {count}")
    session.type("5")
    session.expect("the middle", "row 100,000", "fruit 100000")
    session.type(HOME)
    session.expect("the start", "❯     1 apple")
    # The thumb.
    session.expect("the thumb at the start", lambda lines: lines[1].endswith("█"))
    session.press(WIDTH - 1, 1, to=HEIGHT - 2)
    session.expect("the thumb at the end", lambda lines: lines[HEIGHT - 2].endswith("█"), f"fruit {count}")
    session.press(WIDTH - 1, 4)
    session.expect("the thumb", lambda lines: lines[4].endswith("█"), absent=[f"fruit {count}"])
    session.end()


def writers(path):
    path = database("live.db", "PRAGMA journal_mode = WAL; CREATE TABLE t(id INTEGER PRIMARY KEY, n INT);"
                    "INSERT INTO t VALUES(1, 10), (2, 20), (3, 30);")
    session = Session(path)
    session.expect_column("three rows", [1, 2, 3])
    session.type("sss")
    session.expect("by the second column", "3 rows", absent=["▲"])
    session.type("ss")
    session.expect("by the second column", "▲n")
    in_another_process(path, "c.execute('INSERT INTO t VALUES(4, 15)')")
    session.expect_column("a row is inserted", [10, 15, 20, 30], 1)
    in_another_process(path, "c.execute('UPDATE t SET n = 40 WHERE id = 1'); c.execute('DELETE FROM t WHERE id = 3')")
    session.expect_column("rows are changed and deleted", [15, 20, 40], 1)
    session.expect("the count", "3 rows")
    # Many writes, one transaction each, while the user moves.
    writer = subprocess.Popen(
        [sys.executable, "-c", """
import random, sqlite3, sys
c, r = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=30), random.Random(7)
for n in range(1500):
    if r.random() < 0.7: c.execute('INSERT INTO t(n) VALUES(?)', (r.randrange(100000),))
    elif r.random() < 0.5: c.execute('UPDATE t SET n = ? WHERE id = ?', (r.randrange(100000), r.randrange(1 + n)))
    else: c.execute('DELETE FROM t WHERE id = ?', (r.randrange(1 + n),))
""", path])
    while writer.poll() is None:
        session.type(DOWN)
        session.read(0.01)
    if writer.returncode:
        fail("the writer failed")
    rows = sqlite3.connect(path).execute("SELECT id, n FROM t ORDER BY n, id").fetchall()
    session.expect("after many writes", f"{len(rows):,} rows")
    session.type(HOME)
    session.expect_column("after many writes", [n for _, n in rows[: HEIGHT - 2]], 1)
    session.type(END)
    session.expect("the last of many", lambda _: session.column(1) == [str(n) for _, n in rows[-(HEIGHT - 2):]])
    session.end()

    # The table is gone, and comes back.
    path = database("dropped.db", "CREATE TABLE t(id INTEGER PRIMARY KEY, n INT); INSERT INTO t VALUES(1, 10), (2, 20);")
    session = Session(path)
    session.expect_column("two rows", [1, 2])
    in_another_process(path, "c.execute('DROP TABLE t')")
    session.expect("the table is dropped", "out of date", "no")
    session.expect_column("the rows that it had", [1, 2])
    in_another_process(path, "c.execute('CREATE TABLE t(id INTEGER PRIMARY KEY, n INT)'); c.execute('INSERT INTO t VALUES(7, 70)')")
    session.expect_column("the table is there again", [7])
    # Another program adds a column and a table.
    in_another_process(path, "c.execute('ALTER TABLE t ADD COLUMN colour TEXT'); c.execute(\"UPDATE t SET colour = 'red'\"); c.execute('CREATE TABLE later(x)')")
    session.expect("a new column and a new table", "colour", "red", "later")
    os.rename(path, path + ".old")
    session.expect("the file is gone", "was deleted")
    os.rename(path + ".old", path)
    session.expect("the file is back", absent=["was deleted"])
    session.end()


def values():
    connection = sqlite3.connect(os.path.join(FOLDER, "values.db"))
    connection.execute("CREATE TABLE v(id INTEGER PRIMARY KEY, value)")
    found = [None, b"", b"\x00\xffblob bytes", "", "a\x1b[2J\x07b", "zero\x00end", "two\nlines", "x" * 3_000_000, "漢字かな", "\u202eright",
             "e\u0301" + "\u0301" * 1000 + "!", 2**63 - 1, float("inf")]
    connection.executemany("INSERT INTO v(value) VALUES(?)", [(value,) for value in found])
    connection.execute("INSERT INTO v(value) VALUES(CAST(x'80ff41' AS TEXT))")
    connection.commit()
    session = Session(os.path.join(FOLDER, "values.db"))
    session.expect("values", " NULL", "x'' 0 bytes", "x'00FF626C6F622062…' 12 bytes", "a␛[2J␇b", "zero␀end", "two␊lines", "xxxx…", "漢字かな",
                   "9223372036854775807", "inf", "14 rows")
    session.expect("a text that is not UTF-8", "��A")
    session.end()

    # Large values are not kept.
    connection = sqlite3.connect(os.path.join(FOLDER, "large.db"))
    connection.execute("CREATE TABLE v(id INTEGER PRIMARY KEY, value)")
    for _ in range(20):
        connection.execute("INSERT INTO v(value) VALUES(zeroblob(10000000))")
    connection.commit()
    session = Session(os.path.join(FOLDER, "large.db"))
    session.expect("large values", "x'0000000000000000…' 1604 bytes or more", "20 rows")
    with open(f"/proc/{session.process}/status") as file:
        memory = int(re.search(r"RssAnon:\s+(\d+) kB", file.read())[1]) // 1000
    if memory > 100:
        fail(f"200 MB of values take {memory} MB")
    session.end()


def bad_files():
    def write(name, contents):
        path = os.path.join(FOLDER, name)
        open(path, "wb").write(contents)
        return path

    os.mkdir(os.path.join(FOLDER, "folder.db"))
    os.mkfifo(os.path.join(FOLDER, "pipe.db"))
    for path, message in (
        (write("text.db", b"This is a letter and not a database. " * 50), "text.db is not an SQLite database, or it is encrypted"),
        (write("encrypted.db", bytes(n * 197 % 251 for n in range(8192))), "is not an SQLite database"),
        (write("empty.db", b""), "empty.db has no tables"),
        (database("bare.db", "CREATE TABLE t(x); DROP TABLE t;"), "bare.db has no tables"),
        (os.path.join(FOLDER, "missing.db"), "missing.db cannot be opened: No such file"),
        (os.path.join(FOLDER, "folder.db"), "folder.db is not a file"),
        (os.path.join(FOLDER, "pipe.db"), "pipe.db is not a file"),
    ):
        session = Session(path)
        session.expect(message, message)
        # No key makes it worse.
        session.type("\t" + DOWN + UP + END + HOME + "5sSd\x14/x\r\x1b" + RIGHT + LEFT)
        session.expect(message, message)
        session.end()

    # What is missing can appear.
    path = os.path.join(FOLDER, "late.db")
    session = Session(path)
    session.expect("no file", "No such file")
    database("late.db", "CREATE TABLE t(id INTEGER PRIMARY KEY); INSERT INTO t VALUES(5)")
    session.expect_column("the file is there", [5])
    session.end()

    # A file that another program has locked.
    path = database("locked.db", "CREATE TABLE t(id INTEGER PRIMARY KEY); INSERT INTO t VALUES(5)")
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("BEGIN EXCLUSIVE")
    session = Session(path)
    session.expect("a locked file", "locked.db is locked by another program")
    connection.execute("ROLLBACK")
    session.type("r")
    session.expect_column("the lock is gone", [5])
    session.end()

    # Damage in the middle: what can be read is shown.
    path = database("damaged.db", "CREATE TABLE t(id INTEGER PRIMARY KEY, x TEXT);",
                    [("INSERT INTO t(x) VALUES(?)", [(f"row {n} " + "y" * 200,) for n in range(2000)])])
    with open(path, "r+b") as file:
        size = file.seek(0, 2)
        middle = file.seek(size // 2 // 4096 * 4096)
        file.write(b"\xff" * (size - middle))
    session = Session(path)
    session.expect("a damaged file", "row 0 ")
    # The rows cannot be counted, so the end is only that of the rows that are known.
    for _ in range(40):
        session.type(END)
        session.read(0.1)
    session.expect("a damaged page", "not read: is damaged")
    session.type("r" + HOME)
    session.expect("the start of a damaged file", "row 0 ")
    session.end()

    # The file is replaced by text while it is shown.
    path = database("replaced.db", "CREATE TABLE t(id INTEGER PRIMARY KEY); INSERT INTO t VALUES(5)")
    session = Session(path)
    session.expect_column("before", [5])
    os.unlink(path)
    session.expect("the file is deleted", "replaced.db was deleted")
    session.type(END + HOME)
    session.expect_column("the rows that it had", [5])
    session.end()


def arguments():
    for words, message in (
        ([], b"expected a file"), (["--no-such-option"], b"--no-such-option"), (["a", "b"], b"expected one file"),
        (["a"], b"there is no terminal"),
    ):
        found = subprocess.run([PROGRAM, *words], stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
        if found.returncode != 2 or message not in found.stderr:
            fail(f"{words}: {found}")


if len(sys.argv) != 2:
    sys.exit(__doc__)
PROGRAM = os.path.abspath(sys.argv[1])
with tempfile.TemporaryDirectory() as FOLDER:
    shown = fruits()
    tables_and_orders(shown)
    filters(shown)
    places(shown)
    writers(shown)
    values()
    bad_files()
    arguments()
print("table-in-terminal: tables, orders, filters, places, other writers, values, bad files, arguments")
