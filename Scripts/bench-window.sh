#!/usr/bin/env bash
# bench-window.sh [--write]: lists in GTK windows, ours and GTK's own, on an X server without a screen. See
# Documentation/Window.md.
set -euo pipefail
cd "$(dirname "$0")/.."
for program in Xvfb pkg-config python3; do
    command -v $program >/dev/null || { echo "bench-window: skipped, there is no $program (Scripts/setup.sh ci)"; exit 0; }
done
pkg-config --exists gtk4 || { echo "bench-window: skipped, there is no libgtk-4-dev (Scripts/setup.sh ci)"; exit 0; }

swift build -c release --package-path Benchmarks/Window --scratch-path .build-window -debug-info-format none
Scripts/with-display.sh Scripts/bench-window.py "$@"
