#!/usr/bin/env bash
# A server for tests: `start FOLDER`, `stop FOLDER` or `restart FOLDER`. It listens on a socket in the folder, and on no port.
set -euo pipefail
folder=$2
# The newest folder may have the client only.
bin=$(dirname "$(find /usr/lib/postgresql -path "*/bin/postgres" | sort -V | tail -1)")
# A server does not run as root.
as_server() { if [ "$(id -u)" -eq 0 ]; then (cd / && runuser -u postgres -- "$@"); else "$@"; fi; }
control() { as_server "$bin/pg_ctl" -D "$folder/data" -l "$folder/log" -s -w "$@"; }
case $1 in
start)
    if [ "$(id -u)" -eq 0 ]; then chown postgres "$folder"; fi
    as_server "$bin/initdb" -D "$folder/data" -U postgres -A trust -E UTF8 --locale=C.UTF-8 --no-sync >"$folder.log" ||
        { cat "$folder.log"; exit 1; }
    rm -f "$folder.log"
    # A crash of the machine may damage the data, so nothing waits for the disk. No autovacuum changes plans in between.
    cat >>"$folder/data/postgresql.conf" <<END
listen_addresses = ''
unix_socket_directories = '$folder'
fsync = off
synchronous_commit = off
full_page_writes = off
autovacuum = off
max_connections = 40
END
    control start
    ;;
stop) control -m immediate stop ;;
restart) control -m fast restart ;;
esac
