#!/bin/sh
# archive_command = 'sh /etc/pgbackrest/archive-push.sh "%p"': archives a file of WAL. Where pgBackRest drops it because too many wait, it
# reports success: the file picket_wal_dropped in the data folder, in which Postgres runs this, has the name of the last one.
set -u
output=$(pgbackrest --stanza=picket archive-push "$1" 2>&1)
status=$?
[ -z "$output" ] || printf '%s\n' "$output" >&2
case $output in
  *"dropped WAL file"*) printf '%s\n' "${1##*/}" > picket_wal_dropped || exit 1 ;;
esac
exit $status
