"""What Scripts/planted-faults.py (the C core) and Scripts/planted-faults-swift.py (the Swift layers) share."""

import os
import pathlib
import resource
import signal
import subprocess
import threading

ROOT = pathlib.Path(__file__).resolve().parent.parent

SWAPS = {"<": ["<=", ">"], "<=": ["<", ">="], ">": [">=", "<"], ">=": [">", "<="], "==": ["!="], "!=": ["=="],
         "+": ["-"], "-": ["+"], "*": ["+"], "/": ["*"], "%": ["/"], "&&": ["||"], "||": ["&&"], "<<": [">>"],
         ">>": ["<<"], "|": ["&"], "&": ["|"], "^": ["|"], "+=": ["-="], "-=": ["+="], "|=": ["&="], "&=": ["|="],
         "++": ["--"], "--": ["++"]}


def matching(tokens, at):
    """The index of the bracket that closes tokens[at]; a token is (offset, text)."""
    depth = 0
    for i in range(at, min(at + 400, len(tokens))):
        depth += tokens[i][1] in ("(", "[", "{")
        depth -= tokens[i][1] in (")", "]", "}")
        if depth == 0:
            return i
    return None


def split(tokens, open_at, close):
    """(start, end) of each argument between two brackets."""
    arguments, depth, start = [], 0, tokens[open_at][0] + 1
    for i in range(open_at, close + 1):
        token = tokens[i][1]
        depth += token in ("(", "[", "{")
        depth -= token in (")", "]", "}")
        if (token == "," and depth == 1) or i == close:
            arguments.append((start, tokens[i][0]))
            start = tokens[i][0] + 1
    return arguments


def run(command, cwd, timeout=None, env=None, failed=None, memory=None, niceness=0):
    """-> (exit code or "timeout", output). Stops at the first line in which `failed` finds something, with code 1."""
    def before():
        if niceness:
            os.nice(niceness)
        if memory:
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))

    process = subprocess.Popen(command, cwd=cwd, env={**os.environ, **(env or {})}, start_new_session=True,
                               preexec_fn=before, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def end():
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass

    late = threading.Event()
    timer = threading.Timer(timeout, lambda: (late.set(), end())) if timeout else None
    if timer:
        timer.start()
    lines, code = [], None
    try:
        for line in process.stdout:
            lines.append(line.decode(errors="replace"))
            if failed and failed(lines[-1]):
                code = 1
                break
    finally:
        if timer:
            timer.cancel()
        if code is not None:
            end()
        process.stdout.close()
        ended = process.wait()
        end()  # what the program started and left
    if late.is_set():
        return "timeout", "".join(lines)
    return (ended if code is None else code), "".join(lines)


def explained(name):
    """{(file name, text with and without the fault): reason} of Tests/Coverage/NAME: lines that start with # give a reason,
    the lines after it name `file: source line => what the fault makes of it`."""
    reasons, reason, fresh = {}, "", False
    path = ROOT / "Tests/Coverage" / name
    if path.exists():
        for line in path.read_text(encoding="utf-8").split("\n"):
            line = line.strip()
            if line.startswith("#"):
                reason = f"{reason} {line.lstrip('# ')}" if fresh else line.lstrip("# ")
                fresh = True
            elif line:
                fresh = False
                file, _, rest = line.partition(": ")
                reasons[file, " ".join(rest.split())] = reason
    return reasons
