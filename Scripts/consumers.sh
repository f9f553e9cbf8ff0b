#!/usr/bin/env bash
# Uses the package from outside: a Swift program that depends on a tagged clone by URL and version and links layouts
# only, one that links the differ only, and programs in C and Python with the installed C core. What is committed is what
# is cloned. The first also looks for leaks, which no XCTest can, because it leaks itself. Then the tests of the demos,
# which are written against the public API.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

git clone -q --no-local "$root" "$work/ListEngine"
git -C "$work/ListEngine" -c user.name=ci -c user.email=ci@localhost tag -f -a 0.1.0 -m "for the consumer" >/dev/null
export LISTENGINE_URL="file://$work/ListEngine"

# consume EXAMPLE PRODUCT [FLAG...]: builds and runs an example that depends on the tagged clone.
consume() (
    cp -r "$root/Examples/$1" "$work/$1"
    cd "$work/$1"
    # Resolved for itself alone: no cache of another clone of the same address.
    swift build -c release --disable-dependency-cache --cache-path "$work/cache" "${@:3}"
    resolved=$(swift package --cache-path "$work/cache" show-dependencies --format flatlist | grep -c . || true)
    if [ "$resolved" -ne 1 ]; then
        echo "$1 resolves $resolved packages, expected 1"
        exit 1
    fi
    ASAN_OPTIONS=detect_leaks=1 .build/release/"$2"
)
consume consumer-swift Consumer --sanitize=address
consume consumer-diff ConsumerDiff --sanitize=address

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

swift test --package-path "$root/Demos" --scratch-path "$root/.build-demos" -debug-info-format none --disable-xctest
