#!/bin/sh
# sh backup.sh full|incr, as the user postgres: a backup from which any later instant is restored. Does nothing on a standby.
set -eu
type=${1:?full or incr}
data=${PGBACKREST_PG1_PATH:-$(sed -n 's/^pg1-path=//p' "${PGBACKREST_CONFIG:-/etc/pgbackrest/pgbackrest.conf}" | head -n 1)}
marker=$data/picket_wal_dropped
[ ! -e "$data/standby.signal" ] || exit 0
pgbackrest --stanza=picket --type="$type" backup
# pgBackRest has seen that all WAL of the backup is archived: what was dropped before its end is not needed from now on, and the alert ends.
[ -e "$marker" ] || exit 0
dropped=$(cat "$marker")
last=$(pgbackrest --stanza=picket info | sed -n 's|.*wal start/stop: .* / ||p' | tail -n 1)
first=$(printf '%s\n%s\n' "$dropped" "$last" | LC_ALL=C sort | head -n 1)
[ "$first" != "$dropped" ] || rm -f "$marker"
