#!/bin/sh
# sh restore-at.sh '2026-03-02 10:00:00+00' <folder> <port> [<address>], as the user postgres: the database as it was then, in a new folder,
# as a Postgres of its own beside the one that runs. That one is not touched. Instead of an instant, latest: all that is archived.
# It listens on 127.0.0.1 unless an address is given: 0.0.0.0 in a container, for others on its network.
set -eu
instant=${1:?an instant such as 2026-03-02 10:00:00+00}
folder=${2:?a new folder}
port=${3:?a port that is free}
address=${4:-127.0.0.1}
programs=${POSTGRES_PROGRAMS:-/usr/lib/postgresql/15/bin}
if [ -e "$folder" ] && [ -n "$(ls -A "$folder")" ]; then
  echo "$folder is not empty" >&2
  exit 1
fi
mkdir -p -m 700 "$folder"
if [ "$instant" = latest ]; then
  pgbackrest --stanza=picket --pg1-path="$folder" --type=default --archive-mode=off restore
else
  pgbackrest --stanza=picket --pg1-path="$folder" --type=time --target="$instant" --target-action=promote \
    --archive-mode=off restore
fi
# Settings of Debian and of Patroni stand outside of the data folder, or belong to the other Postgres.
rm -f "$folder/picket_wal_dropped" "$folder/patroni.dynamic.json"
[ -e "$folder/postgresql.conf" ] || : > "$folder/postgresql.conf"
clients=127.0.0.1/32
[ "$address" = 127.0.0.1 ] || clients=samenet
[ -e "$folder/pg_hba.conf" ] || printf 'local all all peer\nhost all all %s scram-sha-256\n' "$clients" > "$folder/pg_hba.conf"
options="-c port=$port -c listen_addresses=$address -c unix_socket_directories=$folder -c archive_mode=off"
options="$options -c hot_standby=off -c synchronous_standby_names= -c primary_conninfo= -c primary_slot_name="
options="$options -c hba_file=$folder/pg_hba.conf -c ident_file=$folder/pg_ident.conf"
[ -e "$folder/pg_ident.conf" ] || : > "$folder/pg_ident.conf"
"$programs/pg_ctl" start -w -t 86400 -D "$folder" -l "$folder/restore.log" -o "$options"
# It accepts connections once everything up to the instant is back.
until "$programs/pg_isready" --quiet --host="$address" --port="$port"; do
  if ! "$programs/pg_ctl" status -D "$folder" > /dev/null; then
    tail -n 20 "$folder/restore.log" >&2
    exit 1
  fi
  sleep 1
done
