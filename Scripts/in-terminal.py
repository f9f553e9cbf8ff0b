#!/usr/bin/env python3
"""Runs the program of Examples/first-terminal-list in a pseudo-terminal, under a parent that controls jobs as a shell does.

    Scripts/in-terminal.py PROGRAM

It types keys, stops the program with control Z, lets it go on, and ends it with control C and by signals. It fails if the screen does
not show what the keys did, or if the terminal is not restored when the program stops or ends. Without a terminal, the program must
print the list."""
import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time

LEAVE = "\x1b[?1049l"


class Session:
    """A program as a job of a process that waits for it, and the other end of their terminal."""

    def __init__(self, program):
        self.written = ""
        reading, writing = os.pipe()
        self.leader, self.terminal = pty.fork()
        if self.leader == 0:
            lead(program, writing)
        os.close(writing)
        self.reports = os.fdopen(reading)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 10, 40, 0, 0))
        self.program = int(self.report().split()[1])

    def report(self):
        end = time.monotonic() + 60
        while not select.select([self.reports], [], [], 0)[0]:
            if time.monotonic() > end:
                sys.exit(f"in-terminal: the program neither stops nor ends; it wrote {self.written!r}")
            self.read(0.05)
        return self.reports.readline().strip()

    def read(self, seconds):
        if select.select([self.terminal], [], [], seconds)[0]:
            try:
                self.written += os.read(self.terminal, 65536).decode(errors="replace")
            except OSError:
                pass

    def expect(self, text, what):
        """Waits until a text is written after the last one that was expected. Codes in between do not count."""
        end = time.monotonic() + 60
        while time.monotonic() < end:
            self.read(0.05)
            place = self.written.find(text)
            if place >= 0:
                self.written = self.written[place + len(text) :]
                return
        sys.exit(f"in-terminal: {what}: {text!r} is not in {self.written!r}")

    def type(self, text):
        os.write(self.terminal, text.encode())

    def expect_restored(self, what):
        self.expect(LEAVE, what)
        end = time.monotonic() + 60
        while True:
            flags = termios.tcgetattr(self.terminal)[3]
            if flags & termios.ICANON and flags & termios.ECHO:
                return
            if time.monotonic() > end:
                sys.exit(f"in-terminal: {what}: the terminal is still raw")
            time.sleep(0.01)

    def expect_report(self, wanted):
        found = self.report()
        if found != wanted:
            sys.exit(f"in-terminal: expected that the program {wanted}, and it {found}")


def lead(program, reports):
    """The parent of the program, in the session of the terminal."""
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)
    job = os.fork()
    if job == 0:
        os.setpgid(0, 0)
        os.tcsetpgrp(0, os.getpid())
        # What runs in the background or under nohup is started with signals that it ignores, and goes on ignoring them.
        for number in (signal.SIGTTOU, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGPIPE):
            signal.signal(number, signal.SIG_DFL)
        # A program of Swift that crashes in a terminal asks there what to do, and waits for a key.
        os.execve(program, [program], os.environ | {"SWIFT_BACKTRACE": "enable=no"})
    try:
        os.setpgid(job, job)
    except OSError:
        pass
    os.write(reports, f"began {job}\n".encode())
    while True:
        _, status = os.waitpid(job, os.WUNTRACED)
        if os.WIFSTOPPED(status):
            os.write(reports, b"stopped\n")
            continue
        text = f"ended {os.WEXITSTATUS(status)}" if os.WIFEXITED(status) else f"died of {os.WTERMSIG(status)}"
        os.write(reports, (text + "\n").encode())
        time.sleep(1)
        os._exit(0)


def main(program):
    session = Session(program)
    session.expect("Fruits", "the first screen")
    session.expect("Plum", "the first screen")
    # Control L writes the whole screen.
    session.type("\x1b[B\r\x0c")
    session.expect("Apple", "an item is deleted")
    session.expect("Cherry", "an item is deleted")
    session.type("/pe\x0c")
    session.expect("Pear", "the filter")
    session.expect("pe", "the filter")
    session.type("\x1a")
    session.expect_report("stopped")
    session.expect_restored("control Z")
    os.kill(session.program, signal.SIGCONT)
    session.expect("\x1b[?1049h", "the program goes on")
    session.expect("Pear", "the program goes on")
    session.type("\x03")
    session.expect_report("ended 0")
    session.expect_restored("control C")
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGSEGV):
        session = Session(program)
        session.expect("Plum", "the first screen")
        os.kill(session.program, number)
        session.expect_report(f"died of {int(number)}")
        session.expect_restored(number.name)
    printed = subprocess.run([program], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, timeout=20)
    lines = [line.strip() for line in printed.stdout.splitlines()]
    if printed.returncode or lines != ["Press enter to eat one", "Apple", "Apricot", "Cherry", "Pear", "Plum"]:
        sys.exit(f"in-terminal: without a terminal the program prints {printed.stdout!r}")
    print("in-terminal: keys, control Z, control C, five signals, and no terminal")


if len(sys.argv) != 2:
    sys.exit(__doc__)
main(sys.argv[1])
