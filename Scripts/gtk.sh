#!/usr/bin/env bash
# Tests of lists in GTK windows, with real input on an X server without a screen. Skipped where GTK, Xvfb or xdotool is
# missing.
set -euo pipefail
cd "$(dirname "$0")/.."
for program in Xvfb xdotool pkg-config; do
    command -v $program >/dev/null || { echo "gtk: skipped, there is no $program (Scripts/setup.sh ci)"; exit 0; }
done
pkg-config --exists gtk4 || { echo "gtk: skipped, there is no libgtk-4-dev (Scripts/setup.sh ci)"; exit 0; }

swift build --package-path Tests/GTK --scratch-path .build-gtk -debug-info-format none
programs=.build-gtk/debug
env -u DISPLAY -u WAYLAND_DISPLAY "$programs/GTKTests" --no-display
export G_DEBUG=fatal-criticals
Scripts/with-display.sh "$programs/GTKTests"
# The samples of Demos/Window. With LE_PICTURES=FOLDER the tests leave pictures of them there.
Scripts/with-display.sh "$programs/SampleTests"
