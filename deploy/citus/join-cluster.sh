#!/bin/sh
# Run by the image when it makes its data folder, after create-role.sh: Citus in the database, and on the coordinator its workers, by the
# names in CITUS_WORKERS. The nodes sign in to one another with the passwords in PGPASSFILE.
set -eu
umask 077
{
  echo "*:*:*:postgres:$(cat /secrets/database-admin-password)"
  echo "*:*:*:picket_owner:$(cat /secrets/database-owner-password)"
  echo "*:*:*:picket:$(cat /secrets/database-password)"
} > "$PGPASSFILE"
sql() { psql --username "$POSTGRES_USER" --dbname picket --no-psqlrc --set ON_ERROR_STOP=1 "$@"; }
sql --command 'CREATE EXTENSION IF NOT EXISTS citus'
[ -n "${CITUS_WORKERS:-}" ] || exit 0
sql --command "SELECT citus_set_coordinator_host('database', 5432)"
for worker in $CITUS_WORKERS; do sql --command "SELECT citus_add_node('$worker', 5432)"; done
