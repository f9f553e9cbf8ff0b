#!/usr/bin/env bash
# usage: Scripts/side-by-side.sh COMMAND...
# Runs commands two at a time, because most of them keep one core busy. What a command prints comes when it has ended, in
# one piece. When one fails, no other is started, and this fails.
set -uo pipefail
export lock=$(mktemp)
trap 'rm -f "$lock"' EXIT
one() {
    local log start=$SECONDS
    log=$(mktemp)
    echo "=== started: $1"
    bash -c "$1" >"$log" 2>&1
    local status=$?
    (
        flock 9
        cat "$log"
        echo "=== $1: $([ $status -eq 0 ] && echo "passed" || echo "FAILED ($status)"), $((SECONDS - start)) s"
    ) 9>"$lock"
    rm -f "$log"
    # xargs stops at this one.
    [ $status -eq 0 ] || exit 255
}
export -f one
printf '%s\0' "$@" | xargs -0 -P 2 -I {} bash -c 'one "$1"' _ {}
