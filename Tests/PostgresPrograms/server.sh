#!/usr/bin/env bash
# A server for tests: `start FOLDER`, `stop FOLDER` or `restart FOLDER`. It listens on a socket in the folder, and on no port.
# `standby FOLDER` starts a replica of it, whose socket has the number 5433. `stop` stops both.
set -euo pipefail
folder=$2
# The newest folder may have the client only.
bin=$(dirname "$(find /usr/lib/postgresql -path "*/bin/postgres" | sort -V | tail -1)")
# A server does not run as root.
as_server() { if [ "$(id -u)" -eq 0 ]; then (cd / && runuser -u postgres -- "$@"); else "$@"; fi; }
# control NAME ARGUMENTS...: the server whose data are in the folder NAME
control() { as_server "$bin/pg_ctl" -D "$folder/$1" -l "$folder/$1.log" -s -w "${@:2}"; }
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
    control data start
    ;;
standby)
    as_server "$bin/pg_basebackup" -h "$folder" -U postgres -D "$folder/standby" -R --checkpoint=fast --no-sync
    echo "port = 5433" | as_server tee -a "$folder/standby/postgresql.conf" >/dev/null
    control standby start
    ;;
stop)
    for data in "$folder"/*/PG_VERSION; do control "$(basename "$(dirname "$data")")" -m immediate stop || true; done
    ;;
restart) control data -m fast restart ;;
esac
