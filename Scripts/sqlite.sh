#!/usr/bin/env bash
# Tests of lists over SQLite files. Skipped where SQLite's headers are missing. FILTER=text chooses cases, LE_SEED=n runs one
# seed of the random ones, and LE_CASES scales their number.
set -euo pipefail
cd "$(dirname "$0")/.."
[ -e /usr/include/sqlite3.h ] || { echo "sqlite: skipped, there is no libsqlite3-dev (Scripts/setup.sh ci)"; exit 0; }
clang=$(dirname "$(readlink -f "$(command -v swift)")")/clang # sanitizers need the clang of the Swift toolchain
for compiler in "$clang" gcc; do
    for file in CSources/CListEngineSQLite/*.c; do
        "$compiler" -std=c11 -DLISTENGINE_SQLITE -Wall -Wextra -Werror -fsyntax-only \
            -ICSources/CListEngineSQLite/include "$file"
    done
done
# With the traits of both, in the folder of both.
traits=()
if [ "${LISTENGINE_TRAITS:-}" = all ]; then build=.build-gtk traits=(--traits GTK); else build=.build-sqlite; fi
options=(--scratch-path $build -debug-info-format none --disable-index-store ${SWIFT_OPTIONS:-})
swift build --package-path Tests/SQLitePrograms "${options[@]}"
$build/debug/SQLiteTests
Scripts/docs.sh sqlite $build

# le-table, which shows any SQLite file, and le-chat.
swift build --package-path Demos/SQLite "${options[@]}" "${traits[@]}"
for name in table chat; do
    Scripts/$name-in-terminal.py $build/debug/le-$name
    [ ${#traits[@]} != 0 ] || continue
    if command -v Xvfb >/dev/null && command -v xdotool >/dev/null; then
        Scripts/with-display.sh Scripts/$name-in-window.py $build/debug/le-$name
    else
        echo "sqlite: the window of le-$name skipped, there is no Xvfb or no xdotool (Scripts/setup.sh ci)"
    fi
done

# Damaged files, under AddressSanitizer. A fault names its seed, which is the second argument.
"$clang" -std=c11 -g -O1 -fuse-ld=lld -fsanitize=address,undefined -fno-sanitize-recover -ICSources/CListEngineSQLite/include \
    -o $build/pages Tests/SQLitePrograms/C/pages.c CSources/CListEngineSQLite/{tree,keys}.c -lsqlite3
$build/pages 800
