#!/usr/bin/env python3
"""Measures lists in windows, beside those of GTK: `make bench-window`.

Programs run in turn, two rounds, and the tables have medians. Prints two tables: rows of one to four lines, and rows of one line. With
--write they replace those in Documentation/Window.md. WINDOW_ROUNDS=1 is a quick look, WINDOW_CONTENDERS=ours,sorted chooses.
With --tables, only tables with columns are measured, next to GtkColumnView.
"""
import collections, os, re, statistics, subprocess, sys, time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PROGRAM = os.path.join(ROOT, ".build-window/release/WindowBenchmark")
NAMES = {
    "ours": "ListEngine", "drawn": "ListEngine, drawn cells", "tuned": "GtkListView, tuned", "listdrawn": "tuned, drawn rows",
    "inscription": "tuned, GtkInscription", "lazy": "GtkListView, objects on demand", "sorted": "tuned, sorted", "synchronous": "tuned, synchronous",
    "string": "GtkStringFilter", "tree": "GtkTreeView",
}
ROUNDS = int(os.environ.get("WINDOW_ROUNDS", "2"))
CONTENDERS = os.environ.get("WINDOW_CONTENDERS", "ours,drawn,tuned,listdrawn,lazy,synchronous,string,tree").split(",")
# With rows of one line. GtkInscription has lines of a fixed number, so it is not in the first table.
SINGLE = os.environ.get("WINDOW_SINGLE", "ours,drawn,tuned,listdrawn,inscription").split(",")
# The model that makes objects on demand has no filter: GtkFilterListModel makes all of them.
MEASURES = {"lazy": ("scroll", "places")}
figures = collections.defaultdict(list)


def run(contender, measure, single=False):
    start = time.monotonic() * 1000
    environment = dict(os.environ, WINDOW_START=str(start))
    try:
        done = subprocess.run([PROGRAM, contender, measure] + ["single"] * single, env=environment, capture_output=True, text=True, timeout=200)
    except subprocess.TimeoutExpired as ended:
        print(f"{contender} {measure}: no end after 200 seconds", file=sys.stderr)
        done = ended
        done.stdout = (done.stdout or b"").decode()
    else:
        if done.returncode != 0: print(f"{contender} {measure}: {done.stderr[-400:]}", file=sys.stderr)
    for line in done.stdout.splitlines():
        name, value = line.split("\t")
        if name == "skipped":
            print("bench-window: skipped, there is no word list (wamerican-insane) or no display")
            sys.exit(0)
        figures[contender, "single." * single + name].append(float(value))


def median(contender, name):
    values = figures.get((contender, name))
    return statistics.median(values) if values else None


def cell(contender, name, digits=0):
    value = median(contender, name)
    if value is None or value != value:
        return "–"
    return "lost" if value == float("inf") else f"{value:,.{digits}f}"


def two(contender, first, second, digits=0):
    return f"{cell(contender, first, digits)} / {cell(contender, second, digits)}"


def write(mark, table):
    path = os.path.join(ROOT, "Documentation/Window.md")
    page = open(path).read()
    marked = re.compile(rf"(<!-- {mark} -->\n).*?(<!-- end -->)", re.S)
    open(path, "w").write(marked.sub(lambda m: m[1] + "\n".join(table) + "\n" + m[2], page))


# ---- Tables with columns

TABLES = [("10^4 rows, 20 columns", 10_000, 20), ("10^6 rows, 20 columns", 1_000_000, 20), ("10^4 rows, 200 columns", 10_000, 200)]
TABLE_NAMES = {"ours": "ListEngine", "inscription": "GtkColumnView", "labels": "GtkColumnView, labels"}


def measure_tables():
    program = os.path.join(ROOT, ".build-window/release/TableBenchmark")
    values = collections.defaultdict(list)
    for round in range(ROUNDS):
        for title, rows, columns in TABLES:
            for contender in TABLE_NAMES:
                print(f"round {round + 1}: {title}, {contender}", file=sys.stderr)
                environment = dict(os.environ, WINDOW_START=str(time.monotonic() * 1000))
                try:
                    done = subprocess.run([program, contender, str(rows), str(columns)], env=environment, capture_output=True, text=True, timeout=200)
                    output = done.stdout
                    if done.returncode != 0: print(done.stderr[-400:], file=sys.stderr)
                except subprocess.TimeoutExpired as ended:
                    print(f"{contender}, {title}: no end after 200 seconds", file=sys.stderr)
                    output = (ended.stdout or b"").decode()
                for line in output.splitlines():
                    name, value = line.split("\t")
                    values[title, contender, name].append(float(value))
    def of(title, contender, *names, digits=1):
        found = [statistics.median(v) if (v := values.get((title, contender, name))) else None for name in names]
        return " / ".join("–" if v is None else f"{v:,.{digits}f}" for v in found)
    lines = [("first frame, ms", ("first.frame",), 0), ("resident memory, MB", ("memory",), 0)]
    for name, step in (("40 px down", "vertical"), ("40 px to the side", "horizontal"), ("both", "diagonal"), ("thumb, a 100th", "thumb"),
                       ("a column 1 px wider", "resize")):
        lines.append((f"{name}: mean / p99, ms", (step + ".mean", step + ".p99"), 1))
    lines += [("sorted by a column: painted / longest stall, ms", ("sort.painted", "sort.stall"), 0),
              ("filtered: painted / longest stall, ms", ("filter.painted", "filter.stall"), 0)]
    result = []
    for title, _, _ in TABLES:
        result += ["", f"{title}:", "", "| | " + " | ".join(TABLE_NAMES.values()) + " |", "|---" * (len(TABLE_NAMES) + 1) + "|"]
        result += [f"| {line} | " + " | ".join(of(title, c, *names, digits=digits) for c in TABLE_NAMES) + " |" for line, names, digits in lines]
    return result[1:]


if "--tables" in sys.argv:
    tables = measure_tables()
    print("\n".join(tables))
    if "--write" in sys.argv: write("bench-tables", tables)
    sys.exit(0)

for round in range(ROUNDS):
    for measure in ("filter", "scroll", "places"):
        for contender in CONTENDERS:
            if measure not in MEASURES.get(contender, (measure,)): continue
            print(f"round {round + 1}: {measure} {contender}", file=sys.stderr)
            run(contender, measure)
    for measure in ("filter", "scroll"):
        for contender in SINGLE:
            print(f"round {round + 1}: {measure} {contender}, one line", file=sys.stderr)
            run(contender, measure, single=True)

keys = sorted({name for (_, name) in figures if name.startswith("filter.") and name.endswith(".painted")})
# The table has some keys; the goals are checked with all.
shown = ["filter.00.i", "filter.01.in", "filter.04.e", "filter.08.q", "filter.12.quack", "filter.13.cleared"]
def key_rows(prefix, contenders):
    found = []
    for key in shown:
        left = next((median(c, prefix + key + ".rows") for c in contenders if median(c, prefix + key + ".rows")), 0)
        title = key.split(".")[2]
        title = title if title == "cleared" else f"`{title}`"
        found.append((f"{title} ({left:,.0f} rows): first right screen / complete result / longest stall, ms",
                      lambda c, key=prefix + key: f"{cell(c, key + '.right')} / {cell(c, key + '.painted')} / {cell(c, key + '.stall')}"
                      if figures.get((c, key + ".stall")) else "–"))
    return found


rows = [
    ("process start to first frame, ms", lambda c: cell(c, "first.frame")),
    ("memory at the first frame, resident / private dirty, MB", lambda c: two(c, "memory.first.resident", "memory.first.dirty")),
    ("memory after 22 filter keys, resident / private dirty, MB", lambda c: two(c, "memory.filtered.resident", "memory.filtered.dirty")),
]
rows += key_rows("", CONTENDERS)
rows += [
    ("longest stall of all 22 keys, ms", lambda c: "–" if not any(figures.get((c, k)) for k in keys) else
        f"{max(median(c, k[:-8] + '.stall') for k in keys if figures.get((c, k))):,.0f}"),
    ("40 px a frame: processor time, mean / p99, ms", lambda c: two(c, "step.processor.mean", "step.processor.p99", 1)),
    ("… wall time, mean, ms", lambda c: cell(c, "step.wall.mean", 1)),
    ("… frames of 600 over 8.3 ms of processor time", lambda c: cell(c, "step.over")),
    ("thumb, a 250th a frame: processor time, mean / p95, ms", lambda c: two(c, "thumb.processor.mean", "thumb.processor.p95", 1)),
    ("… wall time, mean, ms", lambda c: cell(c, "thumb.wall.mean", 1)),
    ("jump to the middle, to the painted frame, ms", lambda c: cell(c, "jump.painted")),
    ("… where the row is, px from the top", lambda c: cell(c, "jump.y")),
    ("ten rows inserted above: rows on screen moved by, px", lambda c: cell(c, "insert.moved")),
    ("frames of 400 in which rows did not move by exactly 40 px", lambda c: cell(c, "slips")),
    ("… worst, px", lambda c: cell(c, "slips.worst")),
]
table = ["| | " + " | ".join(NAMES[c] for c in CONTENDERS) + " |", "|---" * (len(CONTENDERS) + 1) + "|"]
table += ["| " + title + " | " + " | ".join(value(c) for c in CONTENDERS) + " |" for title, value in rows]
single = [
    ("process start to first frame, ms", lambda c: cell(c, "single.first.frame")),
    ("memory at the first frame, resident / private dirty, MB",
     lambda c: two(c, "single.memory.first.resident", "single.memory.first.dirty")),
] + key_rows("single.", SINGLE) + [
    ("40 px a frame: processor time, mean / p99, ms", lambda c: two(c, "single.step.processor.mean", "single.step.processor.p99", 1)),
    ("thumb, a 250th a frame: processor time, mean / p95, ms",
     lambda c: two(c, "single.thumb.processor.mean", "single.thumb.processor.p95", 1)),
]
table += ["", "Rows of one line:", "", "| | " + " | ".join(NAMES[c] for c in SINGLE) + " |", "|---" * (len(SINGLE) + 1) + "|"]
table += ["| " + title + " | " + " | ".join(value(c) for c in SINGLE) + " |" for title, value in single]
print("\n".join(table))


def ratio(name, rival="tuned"):
    ours, theirs = median("ours", name), median(rival, name)
    return ours / theirs if ours is not None and theirs else None


print("\nGoals beside the tuned GtkListView:")
goals = [("first.frame", 0.45), ("memory.first.resident", 0.8), ("memory.first.dirty", 0.8), ("memory.filtered.resident", 1.0),
         ("memory.filtered.dirty", 1.0), ("step.processor.mean", 0.5), ("thumb.processor.mean", 0.12)]
before = median("ours", keys[0][:-8] + ".rows") and 663473
for key in keys:
    rows_left = median("ours", key[:-8] + ".rows")
    if rows_left is None: continue
    goals.append((key, 0.25 if abs(rows_left - before) > 10_000 or rows_left > 10_000 else 1.0))
    before = rows_left
for name, goal in goals:
    found = ratio(name)
    if found is not None:
        print(f"{'met   ' if found <= goal else 'MISSED'} {name}: {found:.2f} (goal {goal}; {cell('ours', name, 1)} against {cell('tuned', name, 1)})")
stall = max((median("ours", k[:-8] + ".stall") or 0 for k in keys), default=0)
print(f"{'met   ' if stall <= 8.3 else 'MISSED'} longest stall: {stall:.1f} ms (goal 8.3)")
p95 = median("ours", "thumb.processor.p95")
if p95: print(f"{'met   ' if p95 <= 8 else 'MISSED'} thumb, p95: {p95:.1f} ms (goal 8)")

if "--write" in sys.argv: write("bench-window", table)
tables = measure_tables()
print("\n".join(tables))
if "--write" in sys.argv: write("bench-tables", tables)
