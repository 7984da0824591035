#!/bin/sh
# sh check-restore.sh [<folder>] [<port>], as the user postgres: restores all that is archived into the folder, reads all of it, compares
# it with the database that runs, and removes it. The result stands in the table recovery_check: Picket shows it, and raises a system
# alert where it failed or none has passed for long. Does nothing on a standby.
set -u
here=$(cd "$(dirname "$0")" && pwd)
folder=${1:-${PICKET_CHECK_FOLDER:-/var/lib/postgresql/picket-recovery-check}}
port=${2:-${PICKET_CHECK_PORT:-5499}}
programs=${POSTGRES_PROGRAMS:-/usr/lib/postgresql/15/bin}
data=${PGBACKREST_PG1_PATH:-$(sed -n 's/^pg1-path=//p' "${PGBACKREST_CONFIG:-/etc/pgbackrest/pgbackrest.conf}" | head -n 1)}
live="host=${PGBACKREST_PG1_SOCKET_PATH:-/var/run/postgresql} port=${PGBACKREST_PG1_PORT:-5432} user=postgres dbname=picket"
[ ! -e "$data/standby.signal" ] || exit 0
# One at a time, at the lowest priority. The lock is gone with this process; it lies beside the folder, where only this user may write: in
# /tmp anybody could hold it, or put a link in its place.
exec 9> "$folder.lock"
flock -n 9 || exit 0
renice -n 19 -p $$ > /dev/null

query() { psql --no-psqlrc --quiet --no-align --tuples-only --set ON_ERROR_STOP=1 --dbname "$@"; }
remove() {
  if [ -e "$folder/postmaster.pid" ]; then "$programs/pg_ctl" stop -w -m immediate -D "$folder" > /dev/null 2>&1; fi
  rm -rf "$folder"
}
started=$(date -u '+%F %T+00')
reached=
# finish PASSED|FAILED|SKIPPED <why>
finish() {
  remove
  # One that is skipped has found nothing: a failure before it stays, with its reason.
  query "$live" --set started="$started" --set result="$1" --set why="$2" --set reached="$reached" <<'SQL'
INSERT INTO recovery_check (source, started_at, finished_at, result, why, reached_at, passed_at)
VALUES ('PGBACKREST', :'started', now(), :'result', nullif(:'why', ''), nullif(:'reached', '')::timestamptz,
        CASE WHEN :'result' = 'PASSED' THEN now() END)
ON CONFLICT (source) DO UPDATE SET started_at = excluded.started_at, finished_at = excluded.finished_at,
  result = CASE WHEN excluded.result = 'SKIPPED' AND recovery_check.result = 'FAILED' THEN recovery_check.result ELSE excluded.result END,
  why = CASE WHEN excluded.result = 'SKIPPED' AND recovery_check.result = 'FAILED' THEN recovery_check.why ELSE excluded.why END,
  reached_at = excluded.reached_at, passed_at = coalesce(excluded.passed_at, recovery_check.passed_at);
SQL
  printf '%s %s\n' "$1" "$2"
  [ "$1" = PASSED ]
  exit
}
# What an interrupted check left.
remove
trap 'remove; exit 1' HUP INT TERM

# In kilobytes; a gigabyte is for recovery, two stay free.
needed=$(($(du -sk --exclude=pg_wal "$data" | cut -f 1) + 3145728))
free=$(df -Pk "$(dirname "$folder")" | awk 'NR == 2 { print $4 }')
[ "$free" -ge "$needed" ] || finish SKIPPED "$needed kB have to be free in $(dirname "$folder"), and $free kB are"

mark="SELECT coalesce(extract(epoch FROM max(last_received_at)), 0)::numeric(20, 3) FROM monitor_state"
before=$(query "$live" --command 'SELECT extract(epoch FROM clock_timestamp())::numeric(20, 3)') || exit 1
report=$(query "$live" --command "$mark") || exit 1
# A commit, so that there is something after that instant, and the end of its file of WAL.
file=$(query "$live" --command 'SELECT pg_current_xact_id()' --command 'SELECT pg_walfile_name(pg_switch_wal())' | tail -n 1)
waited=0
until [ "$(query "$live" --command "SELECT count(*) FROM pg_stat_archiver WHERE last_archived_wal >= '$file'")" = 1 ]; do
  [ $waited -lt 120 ] || finish SKIPPED 'what was written last is not archived within two minutes'
  waited=$((waited + 1))
  sleep 1
done

# The sentry that reported last may have been removed meanwhile.
report=$(printf '%s\n%s\n' "$report" "$(query "$live" --command "$mark")" | sort -n | head -n 1)
output=$(sh "$here/restore-at.sh" latest "$folder" "$port" 2>&1) ||
  finish FAILED "$(printf '%s' "$output" | tail -c 600)"
restored="host=$folder port=$port user=postgres dbname=picket"
reached=$(query "$restored" --command 'SELECT pg_last_xact_replay_timestamp()') || finish FAILED 'the restored database does not answer'
last=$(query "$restored" --command 'SELECT coalesce(extract(epoch FROM pg_last_xact_replay_timestamp()), 0)::numeric(20, 3)')
newest=$(query "$restored" --command "$mark") || finish FAILED 'the restored database cannot be read'
earlier() { [ "$1" != "$2" ] && [ "$(printf '%s\n%s\n' "$1" "$2" | sort -n | head -n 1)" = "$1" ]; }
if earlier "$last" "$before"; then finish FAILED "the restored database ends at ${reached:-its base backup}, and later changes were archived"; fi
if earlier "$newest" "$report"; then finish FAILED 'the restored database lacks reports that were stored'; fi
# Every row of every table is read.
output=$("$programs/pg_dump" --dbname "$restored" 2>&1 > /dev/null) || finish FAILED "$(printf '%s' "$output" | tail -c 600)"
finish PASSED ''
