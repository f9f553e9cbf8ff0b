#!/usr/bin/env bash
# with-display.sh COMMAND...: runs a program for windows on an X server without a screen. The file FRAMEBUFFER has its pixels (XWD).
set -euo pipefail
numbers=$(mktemp)
folder=$(mktemp -d)
trap 'rm -rf "$numbers" "$folder"' EXIT
# The server writes the number of the display that it found free.
Xvfb -displayfd 3 -screen 0 1280x1024x24 -nolisten tcp -fbdir "$folder" 3>"$numbers" >/dev/null 2>&1 &
server=$!
trap 'kill $server; rm -rf "$numbers" "$folder"' EXIT
for _ in $(seq 200); do
    [ -s "$numbers" ] && break
    sleep 0.05
done
# Drawing by cairo needs no graphics card, and the accessibility of tests no bus.
FRAMEBUFFER=$folder/Xvfb_screen0 DISPLAY=:$(cat "$numbers") GDK_BACKEND=x11 GSK_RENDERER=${GSK_RENDERER:-cairo} GTK_A11Y=test "$@"
