"""A program in a pseudo-terminal, with the screen that it draws. The scripts that test programs as a user runs them import it."""
import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time
import unicodedata

WIDTH, HEIGHT = 90, 16
UP, DOWN, RIGHT, LEFT, HOME, END = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x1b[H", "\x1b[F"
PAGE_UP, F5 = "\x1b[5~", "\x1b[15~"


def fail(message):
    sys.exit(f"{os.path.basename(sys.argv[0])}: {message}")


class Screen:
    """A terminal that understands what the program writes. Anything else fails."""

    def __init__(self):
        self.clear()
        self.row = self.column = 0
        self.rest = self.style = ""

    def clear(self):
        self.cells = [[" "] * WIDTH for _ in range(HEIGHT)]
        self.styles = [[""] * WIDTH for _ in range(HEIGHT)]

    def write(self, text):
        text = self.rest + text
        place = 0
        while place < len(text):
            character = text[place]
            if character == "\x1b":
                match = re.match(r"\x1b\[([?0-9;]*)([A-Za-z])", text[place:])
                if not match:
                    if len(text) - place > 40:
                        fail(f"unknown code {text[place:place + 40]!r}")
                    break
                self.control(match[1], match[2])
                place += len(match[0])
                continue
            if ord(character) < 0x20 or 0x7F <= ord(character) < 0xA0 or "\u202a" <= character <= "\u202e":
                fail(f"control character {character!r} was written, in {text[max(0, place - 300):place + 300]!r}")
            if not unicodedata.combining(character):
                width = 2 if unicodedata.east_asian_width(character) in "WF" else 1
                if self.column + width <= WIDTH:
                    self.cells[self.row][self.column] = character
                    self.styles[self.row][self.column] = self.style
                    if width == 2:
                        self.cells[self.row][self.column + 1] = ""
                self.column += width
            place += 1
        self.rest = text[place:]

    def control(self, numbers, code):
        if code == "H":
            row, column = (numbers or "1;1").split(";")
            self.row, self.column = int(row) - 1, int(column) - 1
        elif code == "J":
            self.clear()
        elif code == "m":
            self.style = numbers
        elif code not in "hl":
            fail(f"unknown code {numbers}{code}")

    @property
    def lines(self):
        return ["".join(line).rstrip() for line in self.cells]


class Session:
    """Runs the program of the first argument of the script."""

    def __init__(self, *arguments):
        program = os.path.abspath(sys.argv[1])
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", HEIGHT, WIDTH, 0, 0))
            os.environ.update(TERM="xterm-256color", SWIFT_BACKTRACE="enable=no")
            os.execv(program, [program, *arguments])
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", HEIGHT, WIDTH, 0, 0))
        self.screen, self.bytes = Screen(), b""

    def read(self, seconds):
        if not select.select([self.terminal], [], [], seconds)[0]:
            return
        try:
            self.bytes += os.read(self.terminal, 1 << 20)
        except OSError:
            time.sleep(seconds)
            return
        text = self.bytes.decode(errors="ignore")
        if text.encode() == self.bytes:
            self.bytes = b""
            self.screen.write(text)

    def expect(self, what, *wanted, absent=(), seconds=60):
        """Waits until the screen has all the texts, or a function of it is true."""
        end = time.monotonic() + seconds
        while True:
            text = "\n".join(self.screen.lines)
            if all(each(self.screen.lines) if callable(each) else each in text for each in wanted) and not any(
                each in text for each in absent
            ):
                return
            if time.monotonic() > end:
                names = [each if isinstance(each, str) else "a condition" for each in wanted]
                fail(f"{what}: expected {names} without {absent}, found\n{text}")
            self.read(0.02)

    def type(self, keys):
        os.write(self.terminal, keys.encode())

    def press(self, x, y, to=None):
        """A click, or a drag to another row."""
        self.type(f"\x1b[<0;{x + 1};{y + 1}M")
        if to is not None:
            self.type(f"\x1b[<32;{x + 1};{to + 1}M")
            y = to
        self.type(f"\x1b[<0;{x + 1};{y + 1}m")

    def drag(self, x, y, to):
        """A drag within a row."""
        self.type(f"\x1b[<0;{x + 1};{y + 1}M\x1b[<32;{(x + to) // 2 + 1};{y + 1}M\x1b[<32;{to + 1};{y + 1}M\x1b[<0;{to + 1};{y + 1}m")

    def column(self, place=0):
        """The words of the rows right of the first line, at a place of each row."""
        rows = [line.split("│", 1)[1] for line in self.screen.lines[1:-1] if "│" in line]
        words = [re.sub(r"[❯│█]", " ", row).split() for row in rows]
        return [each[place] for each in words if len(each) > place]

    def expect_column(self, what, wanted, place=0):
        self.expect(what, lambda _: self.column(place)[: len(wanted)] == [str(each) for each in wanted])

    def end(self, keys="q", status=0):
        self.type(keys)
        deadline = time.monotonic() + 60
        while True:
            ended, found = os.waitpid(self.process, os.WNOHANG)
            if ended:
                break
            if time.monotonic() > deadline:
                os.kill(self.process, signal.SIGKILL)
                fail("the program does not end")
            self.read(0.01)
        os.close(self.terminal)
        if os.waitstatus_to_exitcode(found) != status:
            fail(f"expected the status {status}, found {os.waitstatus_to_exitcode(found)}")
