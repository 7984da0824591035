#!/bin/sh
# Patroni in its container: passwords come from the secrets that compose mounts, all else from the environment.
set -eu
PATRONI_SUPERUSER_PASSWORD=$(cat /secrets/database-admin-password)
PATRONI_REPLICATION_PASSWORD=$(cat /secrets/replication-password)
PATRONI_REWIND_PASSWORD=$(cat /secrets/rewind-password)
PATRONI_RESTAPI_PASSWORD=$(cat /secrets/patroni-password)
PICKET_DATABASE_PASSWORD=$(cat /secrets/database-password)
PICKET_OWNER_DATABASE_PASSWORD=$(cat /secrets/database-owner-password)
export PATRONI_SUPERUSER_PASSWORD PATRONI_REPLICATION_PASSWORD PATRONI_REWIND_PASSWORD PATRONI_RESTAPI_PASSWORD \
  PICKET_DATABASE_PASSWORD PICKET_OWNER_DATABASE_PASSWORD
# Reads every .yml of the folder.
exec patroni /etc/patroni
