#!/usr/bin/env python3
"""Runs `le-chat` in a pseudo-terminal as a user does, while a second process of it appends messages to the file.

    Scripts/chat-in-terminal.py PROGRAM [MESSAGES]

It fails if the screen does not show the messages, the results or the text that it should, if the screen moves under a reader who has left the
end, or if the program does not end as expected."""
import itertools
import os
import re
import sqlite3
import subprocess
import sys
import tempfile
import time

from terminal_session import DOWN, END, F5, HEIGHT, PAGE_UP, UP, WIDTH, Session, fail

INTERRUPT = "\x03"
# The background of a marked message.
MARKED = "43"


def all_rows(statement, *values):
    connection = sqlite3.connect(PATH, timeout=30)
    try:
        return connection.execute(statement, values).fetchall()
    finally:
        connection.close()


def newest():
    return all_rows("SELECT id, text FROM message ORDER BY id DESC LIMIT 1")[0]


def count():
    return all_rows("SELECT max(id) FROM message")[0][0]


def shows_end(text):
    """Whether the last row of the list is the end of a text."""
    return lambda lines: lines[HEIGHT - 2].rstrip(" │█").endswith(text.split()[-1])


def messages(session):
    """What the screen has between the bars, without the scroll bar."""
    return [line[: WIDTH - 1].rstrip() for line in session.screen.lines[1:-1]]


class Writer:
    """A second process that appends a hundred messages in a second."""

    def __enter__(self):
        self.process = subprocess.Popen([PROGRAM, "--write", PATH])
        return self

    def __exit__(self, *_):
        if self.process.poll() is not None:
            fail(f"the writer ended with status {self.process.returncode}")
        self.process.kill()
        self.process.wait()


def the_end(total):
    session = Session(PATH)
    session.expect("the end", f"{total:,} messages", shows_end(newest()[1]))
    # An own message is at the right, as wide as its text; others are at the left.
    session.type("A short one\r")
    session.expect("an own message", "> ▏", lambda lines: lines[HEIGHT - 2][: WIDTH - 1].rstrip() == "A short one".rjust(WIDTH - 4))
    if all_rows("SELECT author, text FROM message ORDER BY id DESC LIMIT 1") != [(0, "A short one")]:
        fail("the file does not have the message that was sent")
    with Writer():
        before = count()
        while count() < before + 100:
            session.read(0.05)
    session.expect("the end is followed", f"{count():,} messages", shows_end(newest()[1]), absent=["new (end)"])
    # A reader who leaves the end keeps the place.
    # When the letter is there, the keys before it have been handled.
    session.type(PAGE_UP * 3 + "x")
    session.expect("an older place", "> x▏", lambda _: "…" not in "".join(messages(session)))
    place = messages(session)
    before = count()
    with Writer():
        while count() < before + 200:
            session.read(0.05)
            if messages(session) != place:
                fail("the screen moved:\n" + "\n".join(place) + "\n---\n" + "\n".join(messages(session)))
    news = count() - before
    session.expect("news", f"▼ {news} new (end)", lambda _: messages(session) == place)
    session.type(END)
    session.expect("the news", shows_end(newest()[1]), absent=["new (end)"])
    session.end(INTERRUPT)


def searches(total):
    # Two words that only few messages have together; the message is far from the end, so it is not loaded.
    wanted, text = all_rows("SELECT id, text FROM message WHERE id > ? AND length(text) > 60 AND author > 0 LIMIT 1", total // 3)[0]
    words = sorted(re.findall(r"[a-z]+", text.lower()), key=len)[-2:]
    found = [id for id, in all_rows(
        "SELECT rowid FROM message_search WHERE message_search MATCH ? ORDER BY rowid DESC", " ".join(f'"{word}"*' for word in words))]
    session = Session(PATH)
    session.expect("the end", f"{count():,} messages")
    session.type("\t")
    for length in range(1, 3):
        prefix = words[0][:length]
        session.type(words[0][length - 1])
        number = all_rows("SELECT count(*) FROM message_search WHERE message_search MATCH ?", f'"{prefix}"*')[0][0]
        session.expect(f"typed {prefix}", f"Search: {prefix}▏ {number:,} found")
    session.type(words[0][2:] + " " + words[1])
    session.expect("two words", f"▏ {len(found)} found")
    session.type(DOWN * found.index(wanted) + "\r")
    # The message is marked, in the middle of the whole chat.
    first = text.split()[0]

    def is_marked(lines):
        for row, line in enumerate(lines):
            place = line.find(first, WIDTH // 3)
            if place >= 0 and MARKED in session.screen.styles[row][place].split(";") and 3 < row < HEIGHT - 4:
                return True
        return False

    session.expect("the message", is_marked)
    for other in (wanted - 1, wanted + 1):
        near = all_rows("SELECT text FROM message WHERE id = ?", other)[0][0].split()
        session.expect("the message next to it", near[0] if other > wanted else near[-1])
    # Nothing is found, and nothing is lost.
    session.type("qqqq")
    session.expect("nothing", "qqqq▏ 0 found", is_marked)
    session.type('\x15"')
    session.expect("a quotation mark", "Search: \"▏", lambda lines: "found" in lines[-1] or "again" in lines[0])
    before = count()
    with Writer():
        session.type("\x15ba")
        while count() < before + 50:
            session.read(0.05)
    number = all_rows("SELECT count(*) FROM message_search WHERE message_search MATCH ?", '"ba"*')[0][0]
    session.expect("a search while messages arrive", f"{number:,} found")
    session.type("\x1b")
    # The place is kept, and all the new messages are below it.
    session.expect("no search", "> ▏", f"▼ {count() - before} new (end)", lambda lines: first in "".join(lines), absent=["found"])
    session.type(END)
    session.expect("the end again", shows_end(newest()[1]))
    session.end(INTERRUPT)


def failures():
    """The server fails at random, so the user tries again until it answers."""
    session = Session()

    def retry(what, is_done, seeks=False):
        """Returns the texts of the failures. If it seeks, it scrolls, because newer messages may have moved the wanted one off the screen."""
        deadline = time.monotonic() + 60
        failures = ""
        for turn in itertools.count(1):
            session.read(0.1)
            lines = session.screen.lines
            if "F5" in "\n".join(lines):
                failures += "\n".join(lines)
                session.type(F5)
            elif is_done(lines):
                return failures
            if seeks and turn % 50 == 0:
                session.type(END if turn % 150 == 0 else PAGE_UP)
            if time.monotonic() > deadline:
                fail(f"{what}: found\n" + "\n".join(lines))

    def until_one_fails(what, step, text):
        deadline = time.monotonic() + 60
        while text not in step():
            if time.monotonic() > deadline:
                fail(f"{what}: no request failed")

    def older_messages():
        session.type(PAGE_UP * 12)
        return retry("older messages", lambda lines: not any(line.strip(" ❯│█") == "…" for line in lines[1:-1]))

    def own_message():
        text = f"Anyone {next(numbers)}?"
        session.type(END + text + "\r")
        return retry("an own message", lambda lines: any(line.rstrip(" │█").endswith(text) for line in lines[1:-1]), seeks=True)

    numbers = itertools.count(1)
    retry("the newest messages", lambda lines: "messages" in lines[0] and "…" not in "".join(lines[1:-1]))
    until_one_fails("older messages", older_messages, "F5")
    # A message that could not be sent is sent again.
    until_one_fails("own messages", own_message, "1 message is not sent")
    session.end(INTERRUPT)


def bad_files():
    def write(name, contents):
        path = os.path.join(FOLDER, name)
        open(path, "wb").write(contents)
        return path

    other = os.path.join(FOLDER, "other.db")
    sqlite3.connect(other).executescript("CREATE TABLE fruit(name)")
    for path, message in (
        (os.path.join(FOLDER, "missing.db"), "there is no such file"), (write("text.db", b"This is a letter. " * 99), "not an SQLite database"),
        (other, "none with the name message"),
    ):
        session = Session(path)
        session.expect(message, message)
        session.type("Hello\r" + UP + END + "\tba\r\x1b" + F5)
        session.expect(message, message)
        session.end(INTERRUPT)
        if "missing" in path and os.path.exists(path):
            fail("a missing file was made")


def arguments():
    for words, message in (
        (["--make", PATH, "5"], b"exists"), (["--make", PATH], b"other arguments"), (["--make", PATH + "x", "-1"], b"other arguments"),
        (["--make", PATH + "x", "no"], b"expected a number"), (["--write", PATH + "x"], b"there is no such file"), (["a", "b"], b"other arguments"),
        (["--no-such-option"], b"other arguments"), ([PATH], b"there is no terminal"),
    ):
        found = subprocess.run([PROGRAM, *words], stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
        if found.returncode != 2 or message not in found.stderr:
            fail(f"{words}: {found}")


if len(sys.argv) not in (2, 3):
    sys.exit(__doc__)
PROGRAM = os.path.abspath(sys.argv[1])
TOTAL = int(sys.argv[2]) if len(sys.argv) == 3 else 100_000
with tempfile.TemporaryDirectory() as FOLDER:
    PATH = os.path.join(FOLDER, "chat.db")
    subprocess.run([PROGRAM, "--make", PATH, str(TOTAL)], check=True)
    the_end(TOTAL)
    searches(TOTAL)
    failures()
    bad_files()
    arguments()
print("chat-in-terminal: the end, another writer, a search, failures, bad files, arguments")
