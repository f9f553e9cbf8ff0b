#!/usr/bin/env python3
"""Runs the programs of guides where their readers see them. Scripts/documentation-code.py calls it.

    Scripts/pictures.py window PROGRAM [FILE] [photos]

Terminal: runs a program in tmux, types keys, and draws the screen (SVG).
Window: runs a program on the display, and fails if it ends before its window is shown. It then writes a picture of the window into
the file (PNG, with `import` of ImageMagick), and ends the program. With `photos`, the program's argument is a folder of pictures."""
import contextlib
import math
import os
import re
import signal
import struct
import subprocess
import sys
import tempfile
import time
import zlib

CELL, LINE, MARGIN = 8.4, 18, 12
PLAIN, BACKGROUND = "#d8dee9", "#171b22"
# The colours of the theme: black, red, green, yellow, blue, magenta, cyan, white, and their bright forms.
THEME = ["#232936", "#e0707a", "#98c379", "#e6c07b", "#7aa6e0", "#c08ad0", "#7fc4c9", "#b8c0cc"]
BRIGHT = ["#4b5563", "#f08a92", "#b1d895", "#f2d59b", "#9cc0f0", "#d7a9e4", "#9fdde1", "#ffffff"]


def number(value):
    return f"{value:.2f}".rstrip("0").rstrip(".")


def indexed(index):
    if index < 8:
        return THEME[index]
    if index < 16:
        return BRIGHT[index - 8]
    if index < 232:
        parts = [(index - 16) // 36, (index - 16) // 6 % 6, (index - 16) % 6]
        return "#" + "".join(f"{0 if part == 0 else 55 + 40 * part:02x}" for part in parts)
    return "#" + f"{8 + 10 * (index - 232):02x}" * 3


class Style:
    def __init__(self):
        self.clear()

    def clear(self):
        self.bold = self.dim = self.underlined = self.reversed = False
        self.text = self.behind = None

    def read(self, codes):
        codes = [int(code or 0) for code in re.split("[;:]", codes)]
        while codes:
            code = codes.pop(0)
            if code == 0:
                self.clear()
            elif code in (1, 2, 4, 7):
                setattr(self, {1: "bold", 2: "dim", 4: "underlined", 7: "reversed"}[code], True)
            elif code == 22:
                self.bold = self.dim = False
            elif code in (24, 27):
                setattr(self, {24: "underlined", 27: "reversed"}[code], False)
            elif code in (38, 48):
                if codes.pop(0) == 5:
                    colour = indexed(codes.pop(0))
                else:
                    colour = "#" + "".join(f"{codes.pop(0):02x}" for _ in range(3))
                setattr(self, "text" if code == 38 else "behind", colour)
            elif code == 39:
                self.text = None
            elif code == 49:
                self.behind = None
            elif code % 10 < 8:
                colour = (BRIGHT if code >= 90 else THEME)[code % 10]
                setattr(self, "text" if code // 10 in (3, 9) else "behind", colour)

    @property
    def colours(self):
        text, behind = self.text or ("#7b8596" if self.dim else "#ffffff" if self.bold else PLAIN), self.behind
        return (behind or BACKGROUND, text) if self.reversed else (text, behind)


def svg(lines, columns):
    width, height = columns * CELL + 2 * MARGIN, len(lines) * LINE + 2 * MARGIN
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(width)} {number(height)}" width="{number(width)}" '
        "font-family=\"ui-monospace, 'DejaVu Sans Mono', Menlo, monospace\" font-size=\"14\">",
        f'<rect width="100%" height="100%" rx="8" fill="{BACKGROUND}"/>',
    ]
    style = Style()
    for row, line in enumerate(lines):
        column, top = 0, MARGIN + row * LINE
        for part in re.split(r"(\x1b\[[\d;:]*m)", line):
            if part.startswith("\x1b"):
                style.read(part[2:-1])
                continue
            if not part:
                continue
            (colour, behind), x, length = style.colours, number(MARGIN + column * CELL), number(len(part) * CELL)
            column += len(part)
            if behind:
                out.append(f'<rect x="{x}" y="{top}" width="{length}" height="{LINE}" fill="{behind}"/>')
            if part.strip():
                more = ' font-weight="bold"' if style.bold else ""
                more += ' text-decoration="underline"' if style.underlined else ""
                escaped = part.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
                out.append(
                    f'<text x="{x}" y="{top + 13.5}" textLength="{length}" xml:space="preserve" fill="{colour}"{more}>{escaped}</text>')
    return "\n".join(out) + "\n</svg>\n"


@contextlib.contextmanager
def terminal(program, columns, rows):
    """Yields a function that runs a command of tmux, while the program runs."""
    with tempfile.TemporaryDirectory() as folder:
        settings = os.path.join(folder, "tmux.conf")
        with open(settings, "w") as file:
            file.write("set -g status off\nset -g default-terminal tmux-256color\nset -g remain-on-exit on\nset -sg escape-time 0\n")
        environment = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLORTERM", "TMUX")}
        environment |= {"LC_ALL": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no"}

        def tmux(*words):
            command = ["tmux", "-u", "-S", os.path.join(folder, "socket"), "-f", settings, *words]
            return subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True).stdout

        tmux("new-session", "-d", "-x", str(columns), "-y", str(rows), str(program))
        try:
            yield tmux
        finally:
            tmux("kill-server")


def terminal_picture(program, columns, rows, keys, wanted=None):
    """The screen after the keys. If it is not the wanted picture, the keys are typed again more slowly: programs load rows and move
    things while they are used, and a busy machine stops them for a second."""
    for pause in (0.5, 3):
        shown = typed(program, columns, rows, keys, wanted, pause)
        if wanted is None or shown == wanted:
            break
    return shown


def typed(program, columns, rows, keys, wanted, pause):
    """The screen after the keys, each typed when the screen has answered the one before and was still for a pause (s)."""
    with terminal(program, columns, rows) as tmux:

        def drawn():
            lines = tmux("capture-pane", "-e", "-p", "-N").split("\n")[:rows]
            return svg(lines, columns), any(line.strip() for line in lines)

        def wait(before, pause, wanted=None):
            """A screen with something on it, other than the one before a key if the key changes anything, that is still for a pause."""
            last, since, end = None, time.monotonic(), time.monotonic() + 60
            while time.monotonic() < end:
                now, is_full = drawn()
                if now == wanted:
                    break
                if now != last:
                    last, since = now, time.monotonic()
                elif is_full and time.monotonic() - since > (pause if now != before else 5 * pause):
                    break
                time.sleep(0.05)
            return now

        def wait_for_last(before):
            return wait(before, 5 * pause, wanted) if wanted else wait(before, pause)

        shown = wait(None, pause) if keys else wait_for_last(None)
        for place, key in enumerate(keys, 1):
            tmux("send-keys", key)
            shown = wait(shown, pause) if place < len(keys) else wait_for_last(shown)
        return shown


def png(width, height, pixels):
    """The bytes of a picture of RGB pixels."""

    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    lines = b"".join(b"\0" + pixels[row * width * 3 : (row + 1) * width * 3] for row in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(lines)) + chunk(b"IEND", b"")


def landscape(seed, width=120, height=96):
    """A sky with a sun above two hills."""
    hue = [150 + 70 * math.cos(seed + turn) for turn in (0, 2, 4)]
    sun = (0.5 + 0.3 * math.sin(seed * 1.7)) * width, (0.3 + 0.1 * math.cos(seed)) * height
    pixels = bytearray()
    for y in range(height):
        for x in range(width):
            across, down = x / width, y / height
            near, far = (base + 0.07 * math.sin(across * speed + seed) for base, speed in ((0.78, 5), (0.62, 7)))
            if down > near:
                colour = [part * 0.35 for part in hue]
            elif down > far:
                colour = [part * 0.6 for part in hue]
            elif math.dist((x, y), sun) < height / 9:
                colour = [255, 244, 200]
            else:
                colour = [part + (255 - part) * down * 0.9 for part in hue]
            pixels += bytes(min(255, int(part)) for part in colour)
    return png(width, height, bytes(pixels))


def window(program, file=None, photos=None):
    with tempfile.TemporaryDirectory() as folder:
        for number in range(30 if photos else 0):
            with open(os.path.join(folder, f"{number:02}.png"), "wb") as photo:
                photo.write(landscape(number))
        show([program] + ([folder] if photos else []), file)


def show(command, file):
    process = subprocess.Popen(command)
    try:
        end, found = time.monotonic() + 30, ""
        while not found:
            if process.poll() is not None:
                sys.exit(f"the program ends with status {process.returncode} before its window is shown")
            if time.monotonic() > end:
                sys.exit("the program shows no window")
            time.sleep(0.1)
            found = subprocess.run(["xdotool", "search", "--onlyvisible", "--name", "."], stdout=subprocess.PIPE, text=True).stdout
        # The first frames, and what the program loads after them.
        time.sleep(2 if file else 0.3)
        if process.poll() is not None:
            sys.exit(f"the program ends with status {process.returncode} when its window is shown")
        if file:
            command = ["import", "-window", found.split()[0], "-strip", "-define", "png:compression-level=9", file]
            subprocess.run(command, check=True)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait()


if __name__ == "__main__":
    arguments = sys.argv[1:]
    photos = "photos" in arguments[2:] and arguments.pop()
    if len(arguments) not in (2, 3) or arguments[0] != "window":
        sys.exit(__doc__)
    window(arguments[1], arguments[2] if len(arguments) == 3 else None, photos)
