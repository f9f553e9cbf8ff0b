#!/usr/bin/env bash
# Uses the package from outside: Swift programs that depend on a tagged clone by URL and version (the README's, one that
# links layouts only, one that links the differ only), and programs in C and Python with the installed C core. The clone
# holds what is committed. Programs run with AddressSanitizer check for leaks, which no XCTest can do, because XCTest
# itself leaks.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

git clone -q --no-local "$root" "$work/ListEngine"
git -C "$work/ListEngine" -c user.name=ci -c user.email=ci@localhost tag -f -a 0.1.0 -m "for the consumer" >/dev/null
export LISTENGINE_URL="file://$work/ListEngine"

# The index is for editors.
options=(--disable-index-store -debug-info-format none ${SWIFT_OPTIONS:-})

# consume EXAMPLE PRODUCT [FLAG...]: builds and runs an example that depends on the tagged clone. Without flags that say
# otherwise it is a debug build. Only what the program prints goes to standard output. Examples with the same flags and traits share a
# folder of objects.
consume() (
    cp -r "$root/Examples/$1" "$work/$1"
    cd "$work/$1"
    local build traits
    traits=$(grep -o 'traits: .*]' Package.swift | head -1 || true)
    build=$work/build-$(cksum <<<"${*:3} $traits" | cut -d' ' -f1)
    ln -s "$build" .build
    # Resolved separately, without the cache of another clone with the same address.
    swift build --disable-dependency-cache --cache-path "$work/cache" "${options[@]}" --scratch-path "$build" "${@:3}" >&2
    resolved=$(swift package --cache-path "$work/cache" show-dependencies --format flatlist | grep -c . || true)
    if [ "$resolved" -ne 1 ]; then
        echo "$1 resolves $resolved packages, expected 1" >&2
        exit 1
    fi
    # No example has the trait GRDB.
    if find .build/ -maxdepth 2 -iname '*grdb*' | grep . || grep -is grdb Package.resolved; then
        echo "consumers: $1 has GRDB, without the trait" >&2
        exit 1
    fi
    ASAN_OPTIONS=detect_leaks=1 "$(swift build --show-bin-path --scratch-path "$build" "${@:3}")/$2"
)

# The package itself resolves nothing without the trait GRDB.
swift package --package-path "$work/ListEngine" --cache-path "$work/cache" show-dependencies | grep -x "No external dependencies found"

# block LANGUAGE: the first block of the README in that language.
block() {
    awk -v fence="\`\`\`$1" '
        $0 == fence { inside = 1; next }
        inside && /^```/ { exit }
        inside { print }' "$root/README.md"
}
diff <(block swift) "$root/Examples/first-terminal-list/Sources/FirstTerminalList/main.swift"
# As on a machine without GTK, SQLite and PostgreSQL: nothing is said about them, and nothing of them is built.
mkdir "$work/without-gtk"
printf '#!/bin/sh\nexit 1\n' >"$work/without-gtk/pkg-config"
chmod +x "$work/without-gtk/pkg-config"
PATH="$work/without-gtk:$PATH" consume first-list FirstList >"$work/first-list.txt" 2>"$work/first-list.log" ||
    { cat "$work/first-list.log"; exit 1; }
if grep -iE 'warning|gtk|sqlite|postgres|libpq' "$work/first-list.log"; then echo "consumers: a program without GTK sees this"; exit 1; fi
if (cd "$work/first-list/.build/" && find . \( -ipath '*sqlite*' -o -ipath '*postgres*' \) -name '*.o') | grep .; then echo "consumers: a program without databases builds this"; exit 1; fi
[ "$(wc -l <"$work/first-list.txt")" -eq 5 ] || { cat "$work/first-list.txt"; echo "consumers: first-list prints five lines"; exit 1; }

consume first-terminal-list FirstTerminalList >"$work/terminal.txt"
diff <(block text) "$work/terminal.txt"
echo "first-terminal-list prints what the README says"
"$root/Scripts/in-terminal.py" "$work/first-terminal-list/.build/debug/FirstTerminalList"

# GLib's main loop alone: GTK's pkg-config files are not there.
if pkg-config --exists glib-2.0; then
    mkdir "$work/only-glib"
    for library in glib-2.0 $(pkg-config --print-requires --print-requires-private glib-2.0 | awk '{ print $1 }'); do
        cp "$(pkg-config --variable=pcfiledir "$library")/$library.pc" "$work/only-glib"
    done
    PKG_CONFIG_PATH="$work/only-glib" PATH="$work/without-gtk:$PATH" consume glib-main-loop GLibProgram \
        >"$work/glib.txt" 2>"$work/glib.log" || { cat "$work/glib.log"; exit 1; }
    if grep -iE 'warning|gtk' "$work/glib.log"; then echo "consumers: a program on GLib sees this"; exit 1; fi
    diff - "$work/glib.txt" <<<$'a task\nback from another thread with 5050\nafter a timer'
    echo "glib-main-loop runs tasks and timers, without GTK"
fi
consume consumer-swift Consumer --sanitize=address
consume consumer-diff ConsumerDiff --sanitize=address
# A server with faults, which depend on the seed.
python3 "$root/Examples/pages-over-http/server.py" 0 7 >"$work/port" &
server=$!
trap 'kill $server 2>/dev/null || true; rm -rf "$work"' EXIT
until [ -s "$work/port" ]; do kill -0 $server; sleep 0.1; done
pages=$(STORIES="http://127.0.0.1:$(cat "$work/port")" consume pages-over-http PagesOverHTTP)
[ "$pages" = "200 rows, 200 different ones, from 0 to 199" ] || { echo "$pages"; echo "consumers: pages-over-http shows each row once"; exit 1; }
kill $server
echo "pages-over-http lists every row of a server that fails, repeats and reorders"
if pkg-config --exists sqlite3; then
    consume consumer-sqlite ConsumerSQLite >"$work/sqlite.txt"
    diff - "$work/sqlite.txt" <<<$'A: Alan, Ann\nB: bob\nC: Carol\nA: Alan\nC: Carol\nD: Dora\nE: Eve'
    echo "consumer-sqlite lists a file, and follows its writes"
fi
if command -v Xvfb >/dev/null && pkg-config --exists gtk4; then
    built=$(unset DISPLAY WAYLAND_DISPLAY; consume first-window FirstWindow 2>&1 || true)
    grep -q "cannot open a display" <<<"$built" || { echo "$built"; echo "consumers: expected that there is no display"; exit 1; }
    # The program ends when its window is closed, by the button at the right of its bar.
    if command -v xdotool >/dev/null; then
        "$root/Scripts/with-display.sh" bash -c '
            "$0" & program=$!
            for _ in $(seq 300); do
                kill -0 $program 2>/dev/null || break
                xdotool mousemove 371 28 click 1
                sleep 0.1
            done
            kill -0 $program 2>/dev/null && { kill $program; echo "consumers: the window does not close"; exit 1; }
            wait $program' "$work/first-window/.build/debug/FirstWindow"
        echo "first-window shows its window, and ends with it"
    fi
fi

# The installed C core, from C (linked with the shared library, then with the static one) and from Python.
make -s -j2 -C "$work/ListEngine" install PREFIX="$work/installed"
export PKG_CONFIG_PATH="$work/installed/lib/pkgconfig"
make -s -C "$root/Examples/consumer-c" OUT="$work/consumer-c" run | tail -3
make -s -C "$root/Examples/consumer-c" OUT="$work/consumer-c-static" STATIC=1 run | tail -1
python3 "$root/Examples/consumer-python/main.py" "$work/installed/lib/libclistengine.so" | tail -2
# It exports what its headers declare, and nothing else.
nm -D --defined-only "$work/installed/lib/libclistengine.so" | awk '{ print $3 }' | sort >"$work/exported"
cat "$work"/installed/include/clistengine/listengine/*.h | tr '\n' ' ' | grep -oE 'LE_API [^(]*' |
    grep -oE 'le_[a-z0-9_]+ *$' | tr -d ' ' | sort -u >"$work/declared"
[ -s "$work/declared" ] || { echo "consumers: no declaration was found in the installed headers"; exit 1; }
diff "$work/exported" "$work/declared"
