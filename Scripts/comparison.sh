#!/usr/bin/env bash
# comparison.sh [--write] [engine] [terminal] [window]: builds what Scripts/comparison.py runs, and runs it. See
# Benchmarks/README.md. The rivals are no dependency of any product: Textual comes from PyPI, GTK's lists from the system.
set -euo pipefail
cd "$(dirname "$0")/.."
wants() { [ -z "$parts" ] || [[ " $parts " == *" $1 "* ]]; }
parts=$(printf '%s\n' "$@" | grep -v -e '^--' | tr '\n' ' ' | sed 's/ *$//' || true)
build() { swift build -c release -debug-info-format none --package-path "Benchmarks/$1" --scratch-path "$2" "${@:3}"; }

if wants engine; then swift build -c release --package-path Benchmarks --scratch-path .build-bench --product Benchmarks; fi
if wants terminal; then
    build Terminal .build-terminal
    rivals=.build-terminal/rivals
    if [ ! -x $rivals/bin/python ]; then
        { python3 -m venv $rivals && $rivals/bin/pip install -q -r Benchmarks/Terminal/Rivals/requirements.txt; } ||
            { echo "comparison: Textual cannot be installed"; rm -rf $rivals; }
    fi
    export RIVALS_PYTHON=$rivals/bin/python
    [ -x $rivals/bin/python ] || export RIVALS_PYTHON=python3
fi
if wants window && pkg-config --exists gtk4 && command -v Xvfb >/dev/null; then
    build Window .build-window
    Scripts/with-display.sh Scripts/comparison.py "$@"
else
    Scripts/comparison.py "$@"
fi
