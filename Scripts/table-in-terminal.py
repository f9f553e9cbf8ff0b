#!/usr/bin/env python3
"""Runs `le-table` in a pseudo-terminal as a user does, while this process or another one writes the file that it shows.

    Scripts/table-in-terminal.py PROGRAM

It fails if the screen does not show the rows, the order, the filter or the message that it should, if a character other than text and known
codes is written to the terminal, or if the program does not end as expected."""
import os
import re
import signal
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


def forget_columns():
    """The next session shows the columns as a new user sees them."""
    os.environ["XDG_STATE_HOME"] = tempfile.mkdtemp(dir=FOLDER)


def tables_and_orders(path):
    forget_columns()
    session = Session(path)
    session.expect("tables", "fruits.db", "❯ fruit", "message_search", 'odd "name"', "cheap", "nothing", "10 rows",
                   absent=["message_search_data", "sqlite_"])
    session.expect_column("the order of the key", range(1, 11))
    session.type(RIGHT + "s")
    session.expect("a column with an index", "by name", lambda lines: re.search("name +▲", lines[0]))
    session.expect_column("a column with an index", sorted(FRUITS), 1)
    session.type("d")
    session.expect("descending", lambda lines: re.search("name +▼", lines[0]))
    session.expect_column("descending", sorted(FRUITS, reverse=True), 1)
    session.type(RIGHT + "s")
    session.expect("a column without an index", lambda lines: re.search("price +▲", lines[0]))
    session.expect_column("a column without an index", FRUITS, 1)
    # A click on the title of a column orders by it, and again the other way round.
    x = session.screen.lines[0].index("name") + 1
    session.press(x, 0)
    session.expect_column("a click on a title", sorted(FRUITS), 1)
    session.press(x, 0)
    session.expect_column("a second click", sorted(FRUITS, reverse=True), 1)
    # By several columns.
    session.type("S")
    session.expect("two columns", "by name, price", lambda lines: re.search("name +▼1 +price +▲2", lines[0]))
    session.type("k")
    session.expect_column("the order of the key again", range(1, 11))
    session.expect("no order", absent=["▲", "▼"])
    # Sections of equal values, with their numbers of rows.
    session.type("s" + "g")
    session.expect("sections by price", "by price", lambda lines: re.search("name +price +▲", lines[0])
                   and re.search(r"│ +0\.0 +1", lines[1]) and "apple" in lines[2])
    # The titles stay above the headers, and sort.
    session.type(DOWN * 9)
    session.expect("titles above sections", lambda lines: re.search("name +price +▲", lines[0]))
    session.press(session.screen.lines[0].index("price"), 0)
    session.expect("a click on a title above sections", lambda lines: re.search("name +price +▼", lines[0])
                   and re.search(r"│ +6\.75 +1", lines[1]) and "olive" in lines[2])
    session.press(session.screen.lines[0].index("price"), 0)
    session.expect("and back", lambda lines: re.search("name +price +▲", lines[0]))
    session.type("g" + LEFT + "s")
    session.expect("no sections", lambda lines: re.search("name +▲", lines[0]) and "apple" in lines[1])
    session.type("k")
    # The other tables. A table without rowid gets its key at the end of the order.
    session.type("\t" + DOWN * 4 + "\t")
    session.expect("names that need quotes", "a b", "select", "6 rows")
    session.expect_column("names that need quotes", ["k0", "k0", "k1", "k1", "k2", "k2"])
    session.type(RIGHT + "s")
    session.expect_column("by the second column", range(6), 1)
    session.type("\t" + UP)
    session.expect("an empty table", "0 rows", absent=["k0"])
    session.type(DOWN * 2)
    session.expect("a view that cannot be read", "broken cannot be shown: no such table", absent=["k0"])
    session.type(DOWN)
    session.expect_column("a view in its own order", ["fig", "plum", "pear", "apple"])
    session.type("\ts")
    session.expect_column("a view by a column", ["apple", "fig", "pear", "plum"])
    session.type("\r")
    session.expect("a view has no key", "name cannot be edited: cheap has no key")
    session.end()


def columns(path):
    """What the user changes in the columns is there the next time."""
    forget_columns()
    session = Session(path)
    session.expect_column("the rows", range(1, 11))
    title = lambda name: session.screen.lines[0].index(name)
    start, price = title("name"), title("price")
    # The edge of a column is dragged: that of a title of four letters, with room for the sign of the order.
    session.drag(start + 7, 0, start + 12)
    session.expect("a wider column", lambda lines: lines[0].find("price") == price + 5)
    session.type(RIGHT + "\x1b-")
    session.expect("narrower by a key", lambda lines: lines[0].find("price") == price + 4)
    # A title is dragged to the place of the one at its right.
    session.drag(start + 1, 0, price + 6)
    session.expect("moved", lambda lines: 0 < lines[0].find("price") < lines[0].find("name"))
    session.expect_column("moved", FRUITS, 2)
    session.type("s")
    session.expect("sorted", "by name")
    session.type(LEFT * 2 + "h")
    session.expect("hidden", lambda lines: "id" not in lines[0].split("│", 1)[1])
    session.expect_column("hidden", sorted(FRUITS), 1)
    session.end()
    session = Session(path)
    session.expect("the next time", "by name", lambda lines: "id" not in lines[0].split("│", 1)[1]
                   and 0 < lines[0].find("price") < lines[0].find("name"))
    session.expect_column("the next time", sorted(FRUITS), 1)
    session.type("H")
    session.expect("shown again", lambda lines: "id" in lines[0].split("│", 1)[1])
    session.end()


def edits():
    """Fields are edited, and changes are undone, while another process writes."""
    forget_columns()
    path = database("edits.db", "PRAGMA journal_mode = WAL; CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT UNIQUE, size REAL, any);"
                    "INSERT INTO t VALUES(1, 'one', 1.5, x'00ff'), (2, 'two', 2.5, 7), (3, 'three', 3.5, NULL);"
                    "CREATE TABLE w(a TEXT, b TEXT, PRIMARY KEY(a, b)) WITHOUT ROWID; INSERT INTO w VALUES('x', 'y'), ('x', 'z');"
                    "CREATE TABLE g(n INT, twice INT AS (n * 2)); INSERT INTO g VALUES(1);")
    connection = sqlite3.connect(path, isolation_level=None, timeout=30)
    value = lambda sql: connection.execute(sql).fetchall()

    def expect(sql, wanted):
        if value(sql) != wanted:
            fail(f"{sql}: expected {wanted}, found {value(sql)}")

    session = Session(path)
    # The table t is the second one.
    session.expect("the first table", "❯ g", "1 rows")
    session.type(RIGHT + "\r")
    session.expect("a computed value", "twice cannot be edited: twice is computed")
    session.type("\t" + DOWN + "\t")
    session.expect_column("the rows", [1, 2, 3])
    session.type(RIGHT + "\r")
    session.expect("an edit", "one▏")
    session.type("!\x1b")
    session.expect("an edit that is cancelled", absent=["▏"])
    session.type("\r and a half\r")
    session.expect("an edit", "name is one and a half now", lambda _: session.column(1)[0] == "one")
    expect("SELECT name FROM t WHERE id = 1", [("one and a half",)])
    session.type("u")
    session.expect("undone", "name is one now, as before")
    session.expect_column("undone", ["one", "two", "three"], 1)
    session.type("U")
    session.expect("made again", "name is one and a half now", absent=["as before"])
    session.type("u")
    session.expect("undone again", "name is one now, as before")
    # Types: a column of numbers converts the text, one without a type keeps its own.
    session.type(RIGHT + DOWN + "\r\x157\r")
    session.expect("a number", "size is 7.0 now")
    session.type(RIGHT + "\r\x1512\r")
    session.expect("a number without a type", "any is 12 now")
    session.type("\r\x15twelve\r")
    session.expect("a text without a type", "any is twelve now")
    session.type("n")
    session.expect("no value", "any is NULL now")
    expect("SELECT size, any FROM t WHERE id = 2", [(7.0, None)])
    session.type("uuuu")
    session.expect("all undone", "size is 2.5 now, as before")
    expect("SELECT size, any FROM t WHERE id = 2", [(2.5, 7)])
    session.type(UP + "\r")
    session.expect("a blob", "any cannot be edited: a blob cannot be edited as text")
    # The key of the row.
    session.type(LEFT * 3 + "\r\x15100\r")
    session.expect("a key", "id is 100 now")
    session.expect_column("the row has moved", [2, 3, 100])
    session.type("u")
    session.expect_column("and is back", [1, 2, 3])
    session.type(HOME + "\r\x152\r")
    session.expect("a key twice", "id was not changed to 2: UNIQUE constraint failed: t.id")
    # Another process changes the value while the user edits it, and something else, so that the screen shows when that was read.
    session.type(RIGHT + "\r")
    session.expect("an edit", "one▏")
    in_another_process(path, "c.execute(\"UPDATE t SET name = 'theirs', size = 99 WHERE id = 1\")")
    session.expect("the other value of the row", "99.0")
    session.type(" mine\r")
    session.expect("the conflict is named", "another program has changed it to theirs", "e mine▏")
    expect("SELECT name FROM t WHERE id = 1", [("theirs",)])
    session.type("\r")
    session.expect("the user's text is written", "name is one mine now")
    # A change that another process has overwritten is not undone.
    in_another_process(path, "c.execute(\"UPDATE t SET name = 'later' WHERE id = 1\")")
    session.expect("the later value", lambda _: session.column(1)[:1] == ["later"])
    session.type("u")
    session.expect("not undone", "name was not changed to theirs: another program has changed it to later")
    expect("SELECT name FROM t WHERE id = 1", [("later",)])
    # The row is deleted while it is edited.
    session.type(DOWN * 2 + "\r")
    session.expect("an edit", "three▏")
    session.type(" lost")
    in_another_process(path, "c.execute('DELETE FROM t WHERE id = 3')")
    session.expect("the text is not lost", "the field of name is gone; your text was: three lost")
    # Another process holds the lock for longer than SQLite waits.
    session.type(HOME + "\r")
    session.expect("an edit", "later▏")
    connection.execute("BEGIN IMMEDIATE")
    session.type("!\r")
    session.expect("the file is locked", "name was not changed to later!: the file is locked by another program")
    connection.execute("ROLLBACK")
    session.type("r")
    session.expect("written again", "name is later! now")
    # Two changes that are not written are both written later.
    connection.execute("BEGIN IMMEDIATE")
    session.type("\r\x15first\r" + DOWN + "\r\x15second\r")
    session.expect("both wait", "2 changes are not written", seconds=60)
    connection.execute("ROLLBACK")
    session.type("r")
    session.expect("the last is written", "name is second now", absent=["not written"])
    expect("SELECT name FROM t WHERE id < 3 ORDER BY id", [("first",), ("second",)])
    # The list has not read the new key yet when another field of the row is edited.
    session.type(UP + LEFT + "\r\x1550\r" + RIGHT + "\r\x15of 50\r" + "\r\x15again\r")
    session.expect("both fields", "name is again now")
    expect("SELECT id, name FROM t WHERE id <> 2", [(50, "again")])
    session.type("uuu")
    session.expect("all undone", "id is 1 now, as before")
    expect("SELECT id, name FROM t WHERE id <> 2", [(1, "first")])
    # Pasted fields that are refused are named. The first row has a blob. It is the first one when the list has read its former key.
    session.expect_column("the rows are in their former order", [1, 2])
    session.type(HOME + "\x1b[200~pasted\t8\tblob\x1b[201~")
    session.expect("refused", "size is 8.0 now", "1 of 3 fields were not changed, the first is any to blob")
    expect("SELECT name, size FROM t WHERE id = 1", [("pasted", 8.0)])
    # A table without rowid: its key is changed, and changed back.
    session.type("\t" + DOWN + "\t")
    session.expect_column("without rowid", ["y", "z"], 1)
    session.type(RIGHT + "\r\x15w\r")
    session.expect("a part of the key", "b is w now")
    expect("SELECT b FROM w ORDER BY b", [("w",), ("z",)])
    session.type("u")
    session.expect("undone", "b is y now, as before")
    expect("SELECT b FROM w ORDER BY b", [("y",), ("z",)])
    session.end()


def careful_edits():
    """Edits that could reach another row, another value or no file at all."""
    forget_columns()
    path = database("careful.db", "PRAGMA journal_mode = WAL; CREATE TABLE a(id INTEGER PRIMARY KEY, name TEXT);"
                    "INSERT INTO a VALUES(1, 'one'), (2, 'two'), (3, CAST(x'7a65726f00656e64' AS TEXT));"
                    "CREATE TABLE child(a INT REFERENCES a(id)); INSERT INTO child VALUES(2);"
                    "CREATE TABLE q(id INTEGER PRIMARY KEY DESC); INSERT INTO q VALUES(10), (20), (30);"
                    "CREATE VIRTUAL TABLE s USING fts5(name, content='a', content_rowid='id'); INSERT INTO s(s) VALUES('rebuild');")
    connection = sqlite3.connect(path, isolation_level=None, timeout=30)

    def expect(sql, wanted):
        found = [row[0] for row in connection.execute(sql)]
        if found != wanted:
            fail(f"{sql}: expected {wanted}, found {found}")

    session = Session(path)
    session.expect_column("the rows", [1, 2])
    session.type(HOME + RIGHT)
    # The menu is for the field below the pointer, and not for that with the focus.
    x = session.screen.lines[0].index("name") + 2
    session.type(f"\x1b[<2;{x};3M")
    session.expect("a menu", "Edit name", "Set name to NULL")
    session.type(DOWN + "\r")
    session.expect("no value", "name is NULL now")
    expect("SELECT name FROM a WHERE id < 3", ["one", None])
    session.type("u")
    session.expect("undone", "name is two now, as before")
    # What has happened hides nothing.
    session.expect("the rows as well", "3 rows")
    session.type("/=name >")
    session.expect("half a condition", "not filtered: ", absent=["as before"])
    session.type("\x1b" + END + "\r")
    session.expect("a text that an entry would cut off", "name cannot be edited: the text has a character that cannot be typed")
    # Another program writes what was there before.
    session.type(HOME + "\r\x15uno\r")
    session.expect("an edit", "name is uno now", lambda _: session.column(1)[:1] == ["uno"])
    in_another_process(path, "c.execute(\"UPDATE a SET name = 'one' WHERE id = 1\")")
    session.expect("the other value", lambda _: session.column(1)[:1] == ["one"])
    session.type("\r\x15first\r")
    session.expect("the value that was seen is replaced", "name is first now")
    # A row that others refer to keeps its key. What cannot succeed is not tried again.
    session.type(LEFT + DOWN + "\r\x157\r")
    session.expect("a reference", "id was not changed to 7: FOREIGN KEY constraint failed")
    connection.execute("DELETE FROM child")
    session.type("r" + RIGHT + "\r!\r")
    session.expect("another edit", "name is two! now")
    expect("SELECT id FROM a", [1, 2, 3])
    # A key that is not the rowid.
    session.type("\t" + DOWN * 2 + "\t")
    session.expect_column("a key with an index", [10, 20, 30])
    session.type(HOME + "\r\x152\r")
    session.expect("the key", "id is 2 now")
    session.type("u")
    session.expect("undone", "id is 10 now, as before")
    expect("SELECT id FROM q ORDER BY id", [10, 20, 30])
    # An index of the words of another table.
    session.type("\t" + DOWN + "\t")
    session.expect_column("an index", ["first"])
    session.type(HOME + "\r")
    session.expect("an index", "name cannot be edited: s is a virtual table")
    session.end()
    # The program ends after the last edit is written, or names what is not.
    session = Session(path)
    session.expect_column("the rows", [1, 2])
    session.type(HOME + RIGHT + "\r!\r")
    session.end()
    expect("SELECT name FROM a WHERE id = 1", ["first!"])
    session = Session(path)
    session.expect_column("the rows", [1, 2])
    connection.execute("BEGIN IMMEDIATE")
    session.type(HOME + RIGHT + "\r?\rq")
    text = b""
    signal.alarm(120)
    try:
        while chunk := os.read(session.terminal, 1 << 16):
            text += chunk
    except OSError:
        # The program has closed the terminal.
        pass
    status = os.waitstatus_to_exitcode(os.waitpid(session.process, 0)[1])
    signal.alarm(0)
    if status != 2 or b"name was not changed to first!?: the file is locked by another program" not in text:
        fail(f"an edit is lost: status {status}, {text[-300:]!r}")
    connection.execute("ROLLBACK")


def filters(path):
    forget_columns()
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
    # A condition in SQL. Until it is complete, the rows stay.
    session.type("/=price > 3 AND ")
    session.expect("half a condition", "not filtered: ", "apple")
    session.type("name < 'm'")
    session.expect("a condition", "3 found", "condition")
    session.expect_column("a condition", ["lemon", "date", "lime"][:1], 1)
    session.type("\x1b")
    session.expect("no condition", "10 rows")
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
    session.expect("ordered and filtered", "333 found", lambda lines: re.search("id +▼", lines[0]))
    session.expect_column("ordered and filtered", [1997, 1991])
    session.end()


def places(path):
    count = 200_000
    database("fruits.db", "", [("INSERT INTO fruit(name, price) VALUES(?, ?)", ((f"fruit {n}", n) for n in range(11, count + 1)))])
    forget_columns()
    session = Session(path)
    session.expect("all rows", f"{count:,} rows")
    session.type(END)
    session.expect("the end", f"row {count:,}", f"fruit {count}")
    session.type("5")
    session.expect("the middle", "row 100,000", "fruit 100000")
    session.type(HOME)
    session.expect_column("the start", ["apple"], 1)
    # The thumb.
    session.expect("the thumb at the start", lambda lines: lines[0].endswith("█"))
    session.press(WIDTH - 1, 0, to=HEIGHT - 2)
    session.expect("the thumb at the end", lambda lines: lines[HEIGHT - 2].endswith("█"), f"fruit {count}")
    session.press(WIDTH - 1, 4)
    session.expect("the thumb", lambda lines: lines[4].endswith("█"), absent=[f"fruit {count}"])
    session.end()


def writers(path):
    path = database("live.db", "PRAGMA journal_mode = WAL; CREATE TABLE t(id INTEGER PRIMARY KEY, n INT);"
                    "INSERT INTO t VALUES(1, 10), (2, 20), (3, 30);")
    session = Session(path)
    session.expect_column("three rows", [1, 2, 3])
    session.type(RIGHT + "s")
    session.expect("by the second column", "3 rows", "by n")
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
    session.type(RIGHT + END + "\r")
    session.expect("it cannot be edited", "value cannot be edited: the text is not valid UTF-8")
    session.type(HOME + DOWN * 7 + "\r")
    session.expect("a long text", "value cannot be edited: the value is too long")
    # A text of several lines is edited without a control character on the screen.
    session.type(UP + "\r!\r")
    session.expect("two lines", "value is two␊lines! now")
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
        session.type("\t" + DOWN + UP + END + HOME + "5sSdknuUhHg\x14/x\r\x1b" + RIGHT + LEFT + "\r")
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
    forget_columns()
    tables_and_orders(shown)
    columns(shown)
    edits()
    careful_edits()
    filters(shown)
    places(shown)
    writers(shown)
    values()
    bad_files()
    arguments()
print("table-in-terminal: tables, orders, columns, edits, filters, places, other writers, values, bad files, arguments")
