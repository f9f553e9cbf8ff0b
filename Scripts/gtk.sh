#!/usr/bin/env bash
# Tests of lists in GTK windows, with real input on an X server without a screen. Skipped where GTK, Xvfb or xdotool is
# missing.
#
#   Scripts/gtk.sh [windows]     windows: only the programs with windows in the documentation; with LE_RECORD=1 their pictures
set -euo pipefail
cd "$(dirname "$0")/.."
for program in Xvfb xdotool pkg-config; do
    command -v $program >/dev/null || { echo "gtk: skipped, there is no $program (Scripts/setup.sh ci)"; exit 0; }
done
pkg-config --exists gtk4 || { echo "gtk: skipped, there is no libgtk-4-dev (Scripts/setup.sh ci)"; exit 0; }

swift build --package-path Tests/GTKPrograms --scratch-path .build-gtk -debug-info-format none --disable-index-store \
    ${SWIFT_OPTIONS:-}
programs=.build-gtk/debug
python3 Scripts/documentation-code.py gtk "$programs"
[ "${1:-}" != windows ] || exit 0
env -u DISPLAY -u WAYLAND_DISPLAY "$programs/GTKTests" --no-display
env -u DISPLAY -u WAYLAND_DISPLAY "$programs/MainLoopTests"
export G_DEBUG=fatal-criticals
# Rows are as high as the user's font and factor for text make them, so the cases run with several. They wait most of the time:
# all run at once, each on a display of its own. FONTS=0 leaves out all but the font of this machine.
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
jobs=()
# with_font NAME PERCENT
with_font() {
    fc-list ":family=$1" | grep -q . || { echo "gtk: skipped with $1, which is not installed (Scripts/setup.sh ci)"; return; }
    cat >"$logs/$1.conf" <<END
<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
    <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
    <match target="pattern"><edit name="family" mode="prepend_first" binding="strong"><string>$1</string></edit></match>
</fontconfig>
END
    FONTCONFIG_FILE="$logs/$1.conf" LE_TEXT=$2 \
        Scripts/with-display.sh "$programs/GTKTests" >"$logs/$1, text $2 %" 2>&1 &
    jobs+=("$! $1, text $2 %")
    FONTCONFIG_FILE="$logs/$1.conf" GDK_SCALE=2 Scripts/with-display.sh "$programs/GTKTests" --scaled >"$logs/$1, scale 2" 2>&1 &
    jobs+=("$! $1, scale 2")
}
if [ "${FONTS:-1}" != 0 ]; then
    with_font "DejaVu Sans" 100
    with_font "Noto Sans" 200
fi
failed=0
Scripts/with-display.sh "$programs/GTKTests" || failed=1
# Without OpenGL, GTK falls back to cairo.
FILTER=rawn GSK_RENDERER=gl Scripts/with-display.sh "$programs/GTKTests"
for job in "${jobs[@]}"; do
    echo "== ${job#* }"
    wait "${job%% *}" || failed=1
    grep -v '^✔' "$logs/${job#* }" || true
done
[ $failed = 0 ] || exit 1

# The widgets alone under AddressSanitizer. GTK's own caches are never freed, so leaks are not looked for: a widget that is
# alive at the end fails the program.
clang=$(dirname "$(readlink -f "$(command -v swift)")")/clang # sanitizers need the clang of the Swift toolchain
"$clang" -std=gnu11 -g -fuse-ld=lld -fsanitize=address,undefined -fno-sanitize-recover -ICSources/CListEngineGTK/include \
    -o .build-gtk/widgets Tests/GTKPrograms/C/widgets.c CSources/CListEngineGTK/*.c $(pkg-config --cflags --libs gtk4) -lm
ASAN_OPTIONS=detect_leaks=0 Scripts/with-display.sh .build-gtk/widgets
echo "✔ widgets under AddressSanitizer"

# The list as a screen reader finds it.
if command -v dbus-run-session >/dev/null && /usr/bin/python3 -c 'import pyatspi' 2>/dev/null; then
    Scripts/with-display.sh dbus-run-session -- Scripts/gtk-accessibility.py "$programs/GTKTests"
else
    echo "gtk: accessibility skipped, there is no python3-pyatspi (Scripts/setup.sh ci)"
fi

# The samples of Demos/Window. With LE_PICTURES=FOLDER the tests leave pictures of them there.
Scripts/with-display.sh "$programs/SampleTests"
