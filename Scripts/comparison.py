#!/usr/bin/env python3
"""Measures what a person waits for in lists, next to other programs: `make comparison`. The page is Benchmarks/README.md.

    Scripts/comparison.py [--write] [engine] [terminal] [window]

Without names, all three parts run. A part whose programs are missing is skipped with a message. With --write the tables replace those
in the page. ROWS=100000 gives the terminals another number of rows."""
import fcntl
import json
import os
import pty
import re
import select
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PAGE = os.path.join(ROOT, "Benchmarks/README.md")
ROUNDS = int(os.environ.get("ROUNDS", "3"))


def skip(what, why):
    print(f"comparison: {what} skipped, {why}", file=sys.stderr)


def machine():
    models = re.findall(r"model name\s*: (.*)", open("/proc/cpuinfo").read())
    return f"{models[0] if models else 'unknown processor'}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, {time.strftime('%Y-%m-%d')}"


def table(head, rows):
    return [f"| {' | '.join(head)} |", "|---" * len(head) + "|"] + [f"| {' | '.join(row)} |" for row in rows]


# ---- The engine alone

ENGINE = [
    ("a million heights are laid out", "layout.list.prepare/varied/1000000"),
    ("the same in a flow", "layout.flow.prepare/varied/1000000"),
    ("one item is inserted", "layout.list.insert/varied/1000000"),
    ("all items get a new width, text wraps again", "live.width/wrapping/1000000"),
    ("jump to any item, measuring around it", "live.jump/integer/1000000"),
    ("visible items while scrolling", "layout.list.scroll/varied/1000000"),
    ("visible items of a flow, anywhere", "layout.flow.query/varied/1000000"),
    ("98,060 sections are laid out", "layout.main.prepare/unihan-codepoint/1437651"),
]
MEMORY = [("a list of heights", "layout.list.memory/varied/1000000"), ("a flow of sizes", "layout.flow.memory/varied/1000000")]


def text(value, unit):
    scale = {"ns": 1, "µs": 1e3, "ms": 1e6, "s": 1e9}
    value *= scale[unit]
    unit = next(name for name in ("s", "ms", "µs", "ns") if value >= scale[name] or name == "ns")
    return f"{value / scale[unit]:.3g} {unit}"


def engine():
    program = os.path.join(ROOT, ".build-bench/release/Benchmarks")
    if not os.path.exists(program):
        return skip("the engine", "build it: make bench FILTER=none")
    names = [name for _, name in ENGINE + MEMORY] + ["live.drift/fortunes", "live.drift/unihan"]
    with tempfile.TemporaryDirectory() as folder:
        results = os.path.join(folder, "results.json")
        pattern = "^(" + "|".join(re.escape(name) for name in names) + ")"
        subprocess.run([program, "--filter", pattern, "--results", results, "--chart", folder + "/chart.svg"], cwd=ROOT, check=True, stdout=sys.stderr)
        found = {each["name"]: each for each in json.load(open(results))}
    rows = []
    for title, name in ENGINE:
        each = found.get(name)
        if not each or each.get("median") is None:
            rows.append([title, "–", "–", "–"])
            continue
        rival = each.get("rival")
        rows.append([
            title, text(each["median"], each["unit"]), f"{text(rival, each['unit'])} ({each['rivalName']})" if rival else "–",
            f"{rival / each['median']:.2f}" if rival else "–",
        ])
    lines = table(["a million items", "ListEngine", "fastest alternative", "times faster"], rows)
    rows = [[title, f"{found[name]['bytesPerItem']:.1f}", f"{found[name]['extra']['resident']:.1f}"] for title, name in MEMORY if name in found]
    lines += [""] + table(["memory, bytes an item", "as reported", "growth of the process"], rows)
    rows = [
        [name.split("/")[1], f"{each['n']:,}"] + [f"{each['extra'][key]:.2g}" for key in ("down largest pt", "jump pt", "after jump largest pt")]
        for name, each in found.items() if name.startswith("live.drift")
    ]
    if rows:
        lines += [""] + table(["drift of the thumb, points", "items", "scrolling down, worst frame", "jump", "after it, worst frame"], rows)
    return lines


# ---- Terminals

WIDTH, HEIGHT = 100, 40
END_KEY = "\x1b[F"


CODE = re.compile(r"\x1b\[([0-?]*)[ -/]*([@-~])|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1bP[^\x1b]*\x1b\\|\x1b[()][A-Z0-9]|\x1b[=>78]|[^\x1b]+")


class Terminal:
    """A program in a pseudo-terminal, and what is on its screen. Only codes that move the cursor or clear are followed."""

    def __init__(self, *command):
        self.cells = [[" "] * WIDTH for _ in range(HEIGHT)]
        self.row = self.column = 0
        self.rest = b""
        self.taken = []
        self.start = self.heard = time.monotonic()
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", HEIGHT, WIDTH, 0, 0))
            os.environ.update(TERM="xterm-256color", COLORTERM="truecolor")
            os.execvp(command[0], command)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", HEIGHT, WIDTH, 0, 0))

    def read(self, seconds):
        """False if nothing came."""
        # All that the program writes is taken before this script looks at it. A program waits for a terminal that does not read.
        while select.select([self.terminal], [], [], 0.01 if self.taken else seconds)[0]:
            try:
                self.taken.append((os.read(self.terminal, 1 << 20), time.monotonic()))
            except OSError:
                if not self.taken:
                    raise
                break
        if not self.taken:
            return False
        output, self.heard = self.taken.pop(0)
        self.rest += output
        text, place = self.rest.decode(errors="ignore"), 0
        while match := CODE.match(text, place):
            place = match.end()
            if match[2] == "H":
                numbers = [int(each or 1) for each in (match[1] or "1;1").split(";")]
                self.row, self.column = min(numbers[0], HEIGHT) - 1, min((numbers + [1])[1], WIDTH) - 1
            elif match[2] in ("C", "D"):
                self.column += int(match[1] or 1) * (1 if match[2] == "C" else -1)
            elif match[2] == "J":
                self.cells = [[" "] * WIDTH for _ in range(HEIGHT)]
            elif match[0][0] != "\x1b":
                for character in match[0]:
                    if character == "\r":
                        self.column = 0
                    elif character == "\n":
                        self.row, self.column = min(self.row + 1, HEIGHT - 1), 0
                    elif self.column < WIDTH:
                        self.cells[self.row][self.column] = character
                        self.column += 1
        self.rest = text[place:].encode()
        return True

    def wait(self, pattern, seconds=200):
        """Until the screen has the pattern: the milliseconds from the last key to the output that completes it, or nothing if the
        program has ended."""
        while time.monotonic() < self.start + seconds:
            if re.search(pattern, "\n".join("".join(line) for line in self.cells)):
                return (self.heard - self.start) * 1000
            try:
                self.read(1)
            except OSError:
                return None
        return None

    def key(self, keys, pattern, seconds=100):
        # Output that comes within a fifth of a second after the last one does not belong to the key.
        limit = time.monotonic() + 10
        try:
            while self.read(0.2) and time.monotonic() < limit:
                pass
        except OSError:
            return None
        before = self.processor()
        self.start = time.monotonic()
        os.write(self.terminal, keys.encode())
        waited = self.wait(pattern, seconds)
        self.used = self.processor() - before
        return waited

    def processor(self):
        """Milliseconds of processor time of all threads of the program."""
        folder = f"/proc/{self.process}/task"
        return sum(int(open(f"{folder}/{thread}/schedstat").read().split()[0]) for thread in os.listdir(folder)) / 1e6

    def memory(self):
        status = open(f"/proc/{self.process}/status").read()
        # A program that has ended has no such line.
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        return int(found[1]) / 1000 if found else None

    def end(self):
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        os.close(self.terminal)


def wide_table(program, rows):
    """Keys and a drag in a table of twenty columns, of which seven or eight are on the screen: the elapsed times and the processor times."""
    samples = {}

    def sample(name, keys, pattern):
        waited = session.key(keys, pattern)
        if waited is not None:
            samples.setdefault(name, []).append((waited, session.used))

    for _ in range(ROUNDS):
        session = Terminal(program, str(rows), "20")
        # Lines are painted from the top, so the last one says that the screen is complete.
        session.wait(rf"name {HEIGHT - 2}\b")
        sample("key to the last row", END_KEY, rf"name {rows - 1}\b")
        session.key("\x1b[H", rf"name {HEIGHT - 2}\b")
        for page in range(1, 11):
            sample("key to the next screen of rows", "\x1b[6~", rf"name {page * HEIGHT}\b")
        session.key("\x1b[H", rf"name {HEIGHT - 2}\b")
        # The edge of the first column, whose width is 12.
        os.write(session.terminal, b"\x1b[<0;12;1M")
        for wider in range(1, 9):
            sample("an edge of a column is dragged by a cell", f"\x1b[<32;{12 + wider};1M",
                   rf"(?m)^{HEIGHT - 2} {{{10 + wider},{13 + wider}}}name {HEIGHT - 2}\b")
        os.write(session.terminal, b"\x1b[<0;20;1m")
        # The focus is on a field, and goes to the columns that are not on the screen.
        session.key("\x1b[18~", "number")
        for _ in range(6):
            session.key("\x1b[C", "number")
        for column in range(7, 20):
            sample("key to the next column at the edge", "\x1b[C", rf"more {column}\b")
        session.end()
    return samples


def terminals():
    program = os.path.join(ROOT, ".build-terminal/release/TerminalTable")
    if not os.path.exists(program):
        return skip("terminals", "build it: swift build -c release --package-path Benchmarks/Terminal --scratch-path .build-terminal")
    python, rival = os.environ.get("RIVALS_PYTHON", "python3"), os.path.join(ROOT, "Benchmarks/Terminal/Rivals/textual_table.py")
    contenders = {"ListEngine": [program]}
    for title, modules, kind in (
        ("textual-fastdatatable, Arrow", "textual_fastdatatable", "fast"), ("Textual, DataTable", "textual", "data"),
    ):
        if subprocess.run([python, "-c", f"import {modules}"], capture_output=True).returncode:
            skip(title, f"{python} -m pip install textual textual-fastdatatable")
        else:
            contenders[title] = [python, rival, kind]
    if len(contenders) < 3 and "--write" in sys.argv:
        return skip("terminals", "the table in the page has all programs")
    lines = []
    for rows in [int(each) for each in os.environ.get("ROWS", "100000 1000000").split()]:
        found = {}
        for round in range(ROUNDS):
            for title, command in contenders.items():
                if title.startswith("Textual,") and rows > 200_000:
                    continue
                print(f"{rows:,} rows, {title}, round {round + 1}", file=sys.stderr)
                session = Terminal(*command, str(rows))
                figures = [None] * 4
                if (first := session.wait(r"name 20\b")) is not None:
                    used = session.memory()
                    last = session.key(END_KEY if title == "ListEngine" else "\x1b[1;5F", rf"name {rows - 1}\b")
                    figures = [first, used, last, session.memory()]
                session.end()
                found.setdefault(title, []).append(figures)
        figures = {
            title: [statistics.median(values) if (values := [each[column] for each in rounds if each[column] is not None]) else None
                    for column in range(4)]
            for title, rounds in found.items()
        }
        names = ["process start to the first 20 rows, ms", "resident memory then, MB", "key to the last row, painted, ms", "resident memory then, MB"]
        lines += ["", f"{rows:,} rows of three columns:", ""] + table([""] + list(figures), [
            [name] + [f"{each[column]:,.0f}" if each[column] is not None else "–" for each in figures.values()]
            for column, name in enumerate(names)
        ])
        wide = wide_table(program, rows)
        lines += ["", f"ListEngine, {rows:,} rows of twenty columns, to the painted screen:", ""]
        lines += table(["", "median, ms", "slowest, ms", "processor time, median, ms"], [
            [name, f"{statistics.median(waited):.1f}", f"{max(waited):.1f}", f"{statistics.median(used):.1f}"]
            for name, values in wide.items() for waited, used in [zip(*values)]
        ])
    return lines[1:]


# ---- Windows

WINDOW = [
    ("process start to the first frame, ms", "scroll", "first.frame"), ("resident memory then, MB", "scroll", "memory.first.resident"),
    ("a frame of 40 px, processor time, ms", "scroll", "step.processor.mean"),
    ("a frame of a dragged thumb, p95, ms", "scroll", "thumb.processor.p95"),
    ("frames in which rows did not move by exactly 40 px", "scroll", "slips"),
    ("jump to the middle, painted, ms", "places", "jump.painted"), ("… where the row is, px from the top", "places", "jump.y"),
    ("ten rows inserted above: rows moved by, px", "places", "insert.moved"),
    ("key of the filter (`q`) to its painted rows, ms", "filter", "filter.08.q.painted"),
]


def windows():
    program = os.path.join(ROOT, ".build-window/release/WindowBenchmark")
    if not os.path.exists(program) or not os.environ.get("DISPLAY"):
        return skip("windows", "run make comparison, which builds them and starts Xvfb")
    contenders = {"ours": "ListEngine", "tuned": "GtkListView", "tree": "GtkTreeView"}
    figures = {}
    for round in range(ROUNDS):
        for measure in ("scroll", "places", "filter"):
            for contender in contenders:
                print(f"window, {measure}, {contender}, round {round + 1}", file=sys.stderr)
                environment = dict(os.environ, WINDOW_START=str(time.monotonic() * 1000))
                try:
                    ended = subprocess.run([program, contender, measure], env=environment, capture_output=True, text=True, timeout=200)
                    output = ended.stdout
                    if ended.returncode:
                        print(f"{contender}, {measure}: exit {ended.returncode}, {ended.stderr[-200:]}", file=sys.stderr)
                except subprocess.TimeoutExpired as ended:
                    output = (ended.stdout or b"").decode()
                for line in output.splitlines():
                    name, tab, value = line.partition("\t")
                    if not tab:
                        continue
                    if name == "skipped":
                        return skip("windows", "there is no word list (wamerican-insane)")
                    figures.setdefault((contender, measure, name), []).append(float(value))

    def cell(contender, measure, name):
        values = [value for value in figures.get((contender, measure, name), []) if value == value]
        value = statistics.median(values) if values else None
        return "–" if value is None else "lost" if value == float("inf") else f"{value:,.1f}"

    return table(["663,473 words"] + list(contenders.values()),
        [[title] + [cell(contender, measure, name) for contender in contenders] for title, measure, name in WINDOW])


parts = {"engine": engine, "terminal": terminals, "window": windows}
chosen = [name for name in sys.argv[1:] if name in parts] or list(parts)
for name in chosen:
    found = parts[name]()
    if not found:
        continue
    found += ["", f"Medians on {machine()}."]
    print("\n".join(found) + "\n", flush=True)
    if "--write" in sys.argv:
        page = open(PAGE).read()
        marked = re.compile(rf"(<!-- {name}: .*? -->\n).*?(<!-- end of {name} -->)", re.S)
        if not marked.search(page):
            sys.exit(f"{PAGE} has no marks for {name}")
        open(PAGE, "w").write(marked.sub(lambda match: match[1] + "\n".join(found) + "\n" + match[2], page))
