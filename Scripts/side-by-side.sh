#!/usr/bin/env bash
# usage: Scripts/side-by-side.sh COMMAND...
# Runs commands three at a time: most of them keep one core busy, and a third has work for two cores while another one
# waits, as tests in windows do. The output of a command is printed in one piece after it has ended. When one fails, no
# further command is started, and this script fails. Its last output is then that of the failed command, which may have
# ended long before the other ones. At the end it prints how long each command took, and how much processor time it used.
set -uo pipefail
export logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
one() {
    local log start=$SECONDS TIMEFORMAT='%U %S' used status
    log=$(mktemp -p "$logs")
    echo "=== started: $1"
    { time bash -c "$1" >"$log" 2>&1; } 2>"$log.used"
    status=$?
    used=$(awk '{ print int($1 + $2) }' "$log.used")
    (
        flock 9
        cat "$log"
        echo "=== $1: $([ $status -eq 0 ] && echo "passed" || echo "FAILED ($status)"), $((SECONDS - start)) s"
        printf '%6d s, %5d s of processors  %s\n' $((SECONDS - start)) "$used" "$1" >>"$logs/seconds"
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
    rm -f "$log" "$log.used"
}
export -f one
if printf '%s\0' "$@" | xargs -0 -P 3 -I {} bash -c 'one "$1"' _ {}; then
    sort -rn "$logs/seconds"
    exit
fi
cat "$logs"/failed.*
exit 1
