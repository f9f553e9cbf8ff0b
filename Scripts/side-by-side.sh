#!/usr/bin/env bash
# usage: Scripts/side-by-side.sh COMMAND...
# Runs commands three at a time: most of them keep one core busy, and a third has work for two cores while another one
# waits, as tests in windows do. The output of a command is printed in one piece after it has ended. When one fails, no
# further command is started, and this script fails. Its last output is then that of the failed command, which may have
# ended long before the other ones.
set -uo pipefail
export logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
one() {
    local log start=$SECONDS
    log=$(mktemp -p "$logs")
    echo "=== started: $1"
    bash -c "$1" >"$log" 2>&1
    local status=$?
    (
        flock 9
        cat "$log"
        echo "=== $1: $([ $status -eq 0 ] && echo "passed" || echo "FAILED ($status)"), $((SECONDS - start)) s"
        printf '%6d s  %s\n' $((SECONDS - start)) "$1" >>"$logs/seconds"
    ) 9>"$logs/lock"
    if [ $status -ne 0 ]; then
        {
            echo "=== $1: FAILED ($status)"
            grep -nE "error:|WARNING: ThreadSanitizer|ERROR: AddressSanitizer|Fatal error|FAILED|✘" "$log" | head -40
            echo "--- its end:"
            tail -60 "$log"
        } >"$logs/failed.${log##*.}"
        # xargs stops after this command.
        exit 255
    fi
    rm -f "$log"
}
export -f one
if printf '%s\0' "$@" | xargs -0 -P 3 -I {} bash -c 'one "$1"' _ {}; then
    sort -rn "$logs/seconds"
    exit
fi
cat "$logs"/failed.*
exit 1
