#!/usr/bin/env bash
# Installs missing packages that the build, the tests and the benchmarks use, with apt-get, and prints them. None of
# them is needed to build the library: without libsimde-dev it uses the compiler's vector types, and without the data
# the benchmarks and tests that need it print "skipped". `Scripts/setup.sh ci` adds the packages for the full checks:
# a cross compiler and an emulator for aarch64, C libraries for WebAssembly and Windows, Valgrind, which counts
# instructions, GTK with a display server for its tests, and SQLite and PostgreSQL.
# INSTALL=no installs nothing.
set -u

declare -A needed=(
    [libsimde-dev]=/usr/include/simde/x86/avx2.h
    [bzip2]=/usr/bin/bzip2
    [unicode-data]=/usr/share/unicode
    [wamerican-insane]=/usr/share/dict/american-english-insane
    [fortunes]=/usr/share/games/fortunes/work
    [fortunes-min]=/usr/share/games/fortunes/fortunes
)
if [ "${1:-}" = ci ]; then
    needed[gcc-aarch64-linux-gnu]=/usr/bin/aarch64-linux-gnu-gcc
    needed[libc6-dev-arm64-cross]=/usr/aarch64-linux-gnu/include/stdio.h
    needed[qemu-user]=/usr/bin/qemu-aarch64
    needed[wasi-libc]=/usr/include/wasm32-wasi/stdio.h
    needed[libclang-rt-dev-wasm32]=/usr/share/doc/libclang-rt-dev-wasm32
    needed[mingw-w64-x86-64-dev]=/usr/x86_64-w64-mingw32/include/windows.h
    needed[gcc]=/usr/bin/gcc
    needed[g++]=/usr/bin/g++
    needed[make]=/usr/bin/make
    needed[pkg-config]=/usr/bin/pkg-config
    needed[python3]=/usr/bin/python3
    needed[tmux]=/usr/bin/tmux
    needed[valgrind]=/usr/bin/valgrind
    needed[libglib2.0-dev]=/usr/include/glib-2.0/glib.h
    needed[libgtk-4-dev]=/usr/include/gtk-4.0/gtk/gtk.h
    needed[libsqlite3-dev]=/usr/include/sqlite3.h
    needed[libpq-dev]=/usr/include/postgresql/libpq-fe.h
    # The folder of the newest server. The client alone is not enough.
    servers=(/usr/lib/postgresql/*/bin/postgres)
    needed[postgresql]=${servers[-1]}
    needed[fontconfig]=/usr/bin/fc-list
    needed[fonts-dejavu-core]=/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf
    needed[fonts-noto-core]=/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf
    needed[xvfb]=/usr/bin/Xvfb
    needed[xdotool]=/usr/bin/xdotool
    needed[dbus]=/usr/bin/dbus-run-session
    needed[at-spi2-core]=/usr/libexec/at-spi-bus-launcher
    # Scripts/workflow.py reads workflows.
    needed[python3-yaml]=/usr/lib/python3/dist-packages/yaml/__init__.py
    needed[python3-pyatspi]=/usr/lib/python3/dist-packages/pyatspi/__init__.py
fi
missing=()
for package in "${!needed[@]}"; do
    [ -e "${needed[$package]}" ] || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0

# go_on_without WHY: what to install by hand, and what works without.
go_on_without() {
    echo "setup: $1"
    echo "setup: going on without. To install them by hand: apt-get install ${missing[*]}, or what your system calls them."
    echo "setup: None is needed to build or use the library. Without libsimde-dev (SIMDe's headers) the C core uses the"
    echo "setup: compiler's vector types. unicode-data (with bzip2), wamerican-insane, fortunes and fortunes-min are data:"
    echo "setup: tests and benchmarks that read them print \"skipped\". The others are for tests of CI."
    exit 0
}

echo "setup: missing: ${missing[*]}"
[ "${INSTALL:-}" != no ] || go_on_without "INSTALL=no"
command -v apt-get >/dev/null || go_on_without "there is no apt-get on this system"
run=""
if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null && sudo -n true 2>/dev/null || go_on_without "installing them needs root"
    run="sudo"
fi
echo "setup: installing them with apt-get. To install nothing: interrupt this (control C), and add INSTALL=no to the command."
# Tests start their own servers. Debian creates and starts one when it installs PostgreSQL, unless its settings say no.
settings=/etc/postgresql-common/createcluster.d
if [[ " ${missing[*]} " == *" postgresql "* ]] && [ ! -e $settings/listengine.conf ]; then
    $run mkdir -p $settings
    echo "create_main_cluster = false" | $run tee $settings/listengine.conf >/dev/null
    written=$settings/listengine.conf
fi
$run apt-get update -qq || echo "setup: apt-get update failed; trying with the package lists of this machine"
trap '[ -z "${written:-}" ] || $run rm -f "$written"' EXIT
DEBIAN_FRONTEND=noninteractive $run apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null ||
    go_on_without "apt-get install failed"
