#!/usr/bin/env python3
"""Runs `le-chat --window` on a display without a screen, with real keys and clicks, while a second process of it appends messages to the file.

    Scripts/with-display.sh Scripts/chat-in-window.py PROGRAM [FOLDER]

The title of the window has the numbers of messages, of results and of news, which the script reads. It fails if pixels of the messages change
while a reader who has left the end reads. With a folder, it leaves pictures of the window there."""
import os
import sqlite3
import struct
import subprocess
import sys
import tempfile
import time

# The place of the messages in the window.
LEFT, TOP, WIDTH, HEIGHT = 300, 60, 560, 440


def fail(message):
    program.kill()
    sys.exit(f"chat-in-window: {message}, status {program.poll()}")


def xdotool(*words):
    return subprocess.run(["xdotool", *words], capture_output=True, text=True).stdout.strip()


def title():
    return xdotool("search", "--name", "chat.db", "getwindowname")


def expect(what, *texts, absent=()):
    end = time.monotonic() + 60
    while time.monotonic() < end:
        found = title()
        if all(text in found for text in texts) and not any(text in found for text in absent):
            return
        if program.poll() is not None:
            break
        time.sleep(0.1)
    fail(f"{what}: expected {texts} without {absent}, found {found!r}")


def click(x, y, button=1, times=1):
    xdotool("mousemove", str(x), str(y), "click", "--repeat", str(times), "--delay", "40", str(button))


def count():
    connection = sqlite3.connect(path, timeout=30)
    try:
        return connection.execute("SELECT max(id) FROM message").fetchone()[0]
    finally:
        connection.close()


def pixels():
    """The rows of pixels of the messages."""
    with open(os.environ["FRAMEBUFFER"], "rb") as file:
        screen = file.read()
    # The header has 32-bit numbers: its own length is the first, the bytes of a row the 13th, the colors the 20th.
    head = struct.unpack_from(">25I", screen)
    start, stride = head[0] + 12 * head[19], head[12]
    return [screen[start + y * stride + 4 * LEFT : start + y * stride + 4 * (LEFT + WIDTH)] for y in range(TOP, TOP + HEIGHT)]


def at_rest(after=None):
    """Waits until the messages do not change any more. They must have changed since an earlier picture."""
    end = time.monotonic() + 60
    last, same = pixels(), 0
    while same < 4 or last == after:
        if time.monotonic() > end:
            fail("the messages do not change" if last == after else "the window does not come to rest")
        time.sleep(0.3)
        now = pixels()
        last, same = now, same + 1 if now == last else 0
    return last


def picture(name):
    if len(sys.argv) > 2:
        window = xdotool("search", "--name", "chat.db").split()[0]
        path = os.path.join(sys.argv[2], f"window-{name}.png")
        subprocess.run(["import", "-window", window, "-strip", "-define", "png:compression-level=9", path], check=True)


with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "chat.db")
    command = os.path.abspath(sys.argv[1])
    subprocess.run([command, "--make", path, "100000"], check=True)
    program = subprocess.Popen([command, "--window", path])
    expect("the end", "100,000 messages", absent=["new"])
    # A message of the user.
    click(600, 586)
    xdotool("type", "Good morning")
    xdotool("key", "Return")
    expect("an own message", "100,001 messages", absent=["new"])
    ended = at_rest()
    writer = subprocess.Popen([command, "--write", path])
    while count() < 100_101:
        time.sleep(0.05)
    writer.kill()
    writer.wait()
    expect("the end is followed", f"{count():,} messages", absent=["new"])
    followed = at_rest(after=ended)
    picture("chat")
    # A reader who leaves the end keeps the place, pixel by pixel.
    click(600, 300, button=4, times=15)
    # When the letter was searched for, the clicks before it have been handled.
    click(150, 70)
    xdotool("type", "q")
    expect("a letter", "found")
    xdotool("key", "BackSpace")
    expect("no letter", "messages", absent=["found"])
    read = at_rest(after=followed)
    before = count()
    writer = subprocess.Popen([command, "--write", path])
    while count() < before + 200:
        time.sleep(0.05)
        if pixels() != read:
            writer.kill()
            fail("the messages moved")
    writer.kill()
    writer.wait()
    expect("news", f"{count() - before} new")
    if at_rest() != read:
        fail("the messages moved")
    # A search, while typing; the first result is far from the end.
    click(150, 70)
    xdotool("type", "mi")
    connection = sqlite3.connect(path)
    found = connection.execute("SELECT count(*) FROM message_search WHERE message_search MATCH '\"mi\"*'").fetchone()[0]
    expect("a search", f"{found:,} found")
    word = "vingarpel"
    xdotool("key", "BackSpace", "BackSpace")
    xdotool("type", word)
    found = connection.execute("SELECT count(*) FROM message_search WHERE message_search MATCH ?", [f'"{word}"*']).fetchone()[0]
    expect("a word", f"{found:,} found")
    # The first result may not be there yet.
    end = time.monotonic() + 60
    while pixels() == read:
        if time.monotonic() > end:
            fail("choosing a result does not show its message")
        click(150, 130)
        time.sleep(0.5)
    marked = at_rest()
    picture("chat-search")
    # The button with the news leads to the end.
    click(590, 556)
    expect("the end again", "messages", absent=["new"])
    at_rest(after=marked)
    click(873, 27)
    if program.wait(60):
        fail("the program ended with a failure")
print("chat-in-window: the end, another writer, a place that is kept, a search, a jump")
