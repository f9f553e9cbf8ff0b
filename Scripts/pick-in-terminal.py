#!/usr/bin/env python3
"""Runs `le-pick` as a user does: lines come from a pipe, keys and screen are those of the terminal, the choice goes to another pipe.

    Scripts/pick-in-terminal.py PROGRAM           checks the choice, the exit status and the terminal, also with keys in tmux if there is one
    Scripts/pick-in-terminal.py measure PROGRAM   measures it next to fzf, in a terminal of 80 x 24: a table in Markdown

Measured are the time from the start to the first screen with a line, the time from the last key to the last byte that is written, with the
pause before taken off, and the memory. Each time is the median of rounds in which the programs take turns."""
import fcntl
import os
import pty
import re
import select
import shutil
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time


class Session:
    """A program in a terminal of its own, with a pipe at each end."""

    def __init__(self, command, lines):
        """lines: bytes, the path of a file, or None for a pipe that stays open (`self.input`)."""
        self.command = command
        reading, writing = os.pipe()
        if isinstance(lines, str):
            source, self.input = os.open(lines, os.O_RDONLY), None
        else:
            source, self.input = os.pipe()
        self.start = time.monotonic()
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
            os.dup2(source, 0)
            os.dup2(writing, 1)
            os.closerange(3, 100)
            os.environ.update(TERM="xterm-256color", FZF_DEFAULT_OPTS="")
            os.execv(command[0], command)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        os.close(source)
        os.close(writing)
        self.output, self.written, self.last = reading, b"", self.start
        if isinstance(lines, bytes):
            os.write(self.input, lines)
            self.end_input()

    def end_input(self):
        os.close(self.input)
        self.input = None

    def read(self, seconds):
        """Whether something was written."""
        if not select.select([self.terminal], [], [], seconds)[0]:
            return False
        try:
            new = os.read(self.terminal, 1 << 20)
        except OSError:
            time.sleep(seconds)
            return False
        self.written += new
        self.last = time.monotonic()
        return bool(new)

    def expect(self, text, seconds=60):
        """Waits for a text. Returns the time since the start."""
        end = time.monotonic() + seconds
        while text.encode() not in self.written:
            if time.monotonic() > end:
                sys.exit(f"pick-in-terminal: {self.command}: {text!r} is not in {self.written[-2000:]!r}")
            self.read(0.05)
        return self.last - self.start

    def settle(self, pause):
        """Waits until nothing has been written for a time."""
        while self.read(pause):
            pass

    def type(self, keys):
        os.write(self.terminal, keys.encode())

    def memory(self):
        """The most memory, in bytes."""
        with open(f"/proc/{self.process}/status") as status:
            return int(re.search(r"VmHWM:\s+(\d+)", status.read())[1]) * 1024

    def end(self):
        """The choice and the exit status."""
        flags = None
        deadline = time.monotonic() + 60
        while True:
            ended, status = os.waitpid(self.process, os.WNOHANG)
            if ended:
                break
            if time.monotonic() > deadline:
                os.kill(self.process, signal.SIGKILL)
                sys.exit(f"pick-in-terminal: {self.command} does not end")
            self.read(0.01)
            try:
                flags = termios.tcgetattr(self.terminal)[3]
            except termios.error:
                pass
        chosen = b""
        while part := os.read(self.output, 65536):
            chosen += part
        os.close(self.output)
        os.close(self.terminal)
        if self.input is not None:
            self.end_input()
        del flags
        return chosen.decode(), os.waitstatus_to_exitcode(status)


def check(program):
    def run(lines, keys, *options, wait="apple"):
        session = Session([program, *options], lines)
        session.expect(wait)
        for key in keys:
            session.type(key)
            session.settle(0.1)
        return session.end()

    fruits = b"apple\npear\nplum\n"
    cases = [
        ("return chooses", run(fruits, ["\r"]), ("apple\n", 0)),
        ("the down key moves", run(fruits, ["\x1b[B", "\r"]), ("pear\n", 0)),
        ("typing filters", run(fruits, ["p", "l", "u", "\r"]), ("plum\n", 0)),
        ("no line matches", run(fruits, ["zz", "\r"]), ("", 1)),
        ("escape", run(fruits, ["\x1b"]), ("", 130)),
        ("control C", run(fruits, ["\x03"]), ("", 130)),
        ("several lines", run(fruits, ["\t", "\t", "\r"], "--multi"), ("apple\npear\n", 0)),
        ("a query at the start", run(fruits, ["\r"], "-q", "pe", wait="❯"), ("pear\n", 0)),
        ("a line without a line break", run(b"apple", ["\r"]), ("apple\n", 0)),
    ]
    for name, found, wanted in cases:
        if found != wanted:
            sys.exit(f"pick-in-terminal: {name}: expected {wanted}, found {found}")

    # The first screen comes before the input ends.
    session = Session([program], None)
    os.write(session.input, b"apple\n")
    session.expect("apple")
    os.write(session.input, b"pear\n")
    session.expect("pear")
    session.type("\r")
    if (found := session.end()) != ("apple\n", 0):
        sys.exit(f"pick-in-terminal: while the input is open: {found}")

    # Without a terminal there is no way to choose.
    alone = subprocess.run([program], input=fruits, capture_output=True, start_new_session=True)
    if alone.returncode != 2 or b"/dev/tty" not in alone.stderr:
        sys.exit(f"pick-in-terminal: without a terminal: {alone}")
    wrong = subprocess.run([program, "--no-such-option"], input=fruits, capture_output=True)
    if wrong.returncode != 2 or b"--no-such-option" not in wrong.stderr:
        sys.exit(f"pick-in-terminal: an unknown option: {wrong}")
    print(f"pick-in-terminal: {len(cases) + 3} sessions as expected")


def check_in_tmux(program):
    """The same in a terminal that others have written: what it shows is what the user sees."""
    if not shutil.which("tmux"):
        print("pick-in-terminal: tmux is not installed; skipped")
        return
    folder = tempfile.mkdtemp()
    server = ["tmux", "-L", f"le-pick-{os.getpid()}", "-f", "/dev/null"]

    def tmux(*words):
        return subprocess.run([*server, *words], capture_output=True, text=True).stdout

    def expect(lines):
        for _ in range(200):
            shown = [line.rstrip() for line in tmux("capture-pane", "-p").rstrip("\n").split("\n")]
            if all(line in shown for line in lines):
                return
            time.sleep(0.05)
        sys.exit(f"pick-in-terminal: in tmux: expected {lines}, found {shown}")

    try:
        command = f"seq 1 5000 | {program} > {folder}/choice; echo $? > {folder}/status; sleep 20"
        tmux("new-session", "-d", "-x", "40", "-y", "10", command)
        expect([" 5000 of 5000", "❯ 1", "  2", "/▏"])
        tmux("send-keys", "4", "9", "9", "9")
        expect([" 1 of 5000", "❯ 4999", "/4999▏"])
        tmux("send-keys", "BSpace", "BSpace")
        expect(["❯ 49", "  149", "/49▏"])
        tmux("send-keys", "Down", "Enter")
        expect([])
        for _ in range(200):
            if os.path.exists(f"{folder}/status"):
                break
            time.sleep(0.05)
        found = open(f"{folder}/choice").read(), open(f"{folder}/status").read()
        if found != ("149\n", "0\n"):
            sys.exit(f"pick-in-terminal: in tmux: {found}")
    finally:
        tmux("kill-server")
        shutil.rmtree(folder)
    print("pick-in-terminal: a session in tmux as expected")


def measure(program):
    fzf = shutil.which("fzf") or sys.exit("pick-in-terminal: fzf is not installed")
    programs = {"le-pick": [program], "fzf --exact": [fzf, "--exact"], "fzf --exact --no-sort": [fzf, "--exact", "--no-sort"]}
    pause = 0.4
    print("| lines | | " + " | ".join(programs) + " |\n|---|---|" + "---|" * len(programs))
    for count in (100_000, 1_000_000):
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
            file.writelines(f"{n:07d} {n * 7919 % 1000003:x} the {n % 97} quick brown fox\n" for n in range(count))
            file.flush()
            results = {name: {} for name in programs}
            for _ in range(5):
                for name, command in programs.items():
                    session = Session(command, file.name)
                    times = {"first screen": session.expect("0000000")}
                    session.settle(pause + 0.6)
                    times["all lines read"] = session.last - session.start
                    for label, keys in (("the first key: `7`", "7"), ("the second key: `77`", "7"), ("a word more", " fox"),
                                        ("delete the word", "\x7f\x7f\x7f\x7f"), ("clear", "\x15")):
                        start = time.monotonic()
                        session.type(keys)
                        session.settle(pause)
                        times[label] = session.last - start
                    times["memory"] = session.memory()
                    session.type("\x1b")
                    session.end()
                    for label, value in times.items():
                        results[name].setdefault(label, []).append(value)
            for label in results["le-pick"]:
                cells = [statistics.median(results[name][label]) for name in programs]
                texts = [f"{cell / 1e6:.0f} MB" if label == "memory" else f"{cell * 1000:.0f} ms" for cell in cells]
                print(f"| {count:,} | {label} | " + " | ".join(texts) + " |", flush=True)


if __name__ == "__main__":
    if sys.argv[1] == "measure":
        measure(os.path.abspath(sys.argv[2]))
    else:
        check(os.path.abspath(sys.argv[1]))
        check_in_tmux(os.path.abspath(sys.argv[1]))
