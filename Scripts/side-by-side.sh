#!/usr/bin/env bash
# usage: Scripts/side-by-side.sh COMMAND COMMAND
# Runs two commands at once, each of which keeps one core busy. The second one's output comes when both have ended. Fails
# if either does.
set -uo pipefail
log=$(mktemp)
trap 'rm -f "$log"' EXIT
(bash -c "$2" && echo "=== $2: $SECONDS s") >"$log" 2>&1 &
second=$!
bash -c "$1" && echo "=== $1: $SECONDS s"
first=$?
wait "$second"
second=$?
cat "$log"
[ "$first" -eq 0 ] && [ "$second" -eq 0 ]
