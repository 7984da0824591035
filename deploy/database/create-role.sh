#!/bin/sh
# Run by the postgres image when it makes its data folder, and by Patroni once it made the first one (its address is the
# argument then, the passwords are in the environment); run again by hand when an earlier version made it
# (docs/operations.md): what is there already stays. The role that serves is no superuser and owns nothing.
set -eu
password=${PICKET_DATABASE_PASSWORD:-$(cat /secrets/database-password)}
owner_password=${PICKET_OWNER_DATABASE_PASSWORD:-$(cat /secrets/database-owner-password)}
psql --dbname "${1:-postgresql://$POSTGRES_USER@/postgres}" --no-psqlrc --set ON_ERROR_STOP=1 \
  --set password="$password" --set owner_password="$owner_password" <<'SQL'
SELECT 'CREATE ROLE picket LOGIN' WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'picket') \gexec
SELECT 'CREATE ROLE picket_owner LOGIN' WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'picket_owner') \gexec
-- What works for one organization, or for several, runs as these, where row-level security is on.
SELECT 'CREATE ROLE picket_tenant NOLOGIN' WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'picket_tenant') \gexec
SELECT 'CREATE ROLE picket_tenants NOLOGIN' WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'picket_tenants') \gexec
-- By this one, which inherits nothing, picket may become either; their policies do not apply to picket.
SELECT 'CREATE ROLE picket_tenant_member NOLOGIN NOINHERIT' WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'picket_tenant_member') \gexec
GRANT picket_tenant, picket_tenants TO picket_tenant_member;
GRANT picket_tenant_member TO picket;
REVOKE picket_tenant, picket_tenants FROM picket;
ALTER ROLE picket NOCREATEDB PASSWORD :'password';
ALTER ROLE picket_owner CREATEDB PASSWORD :'owner_password';
SELECT $$CREATE DATABASE picket OWNER picket_owner TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C'$$
 WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = 'picket') \gexec
\connect picket
REASSIGN OWNED BY picket TO picket_owner;
-- What Picket shows of the archive: sizes and times in pg_wal, and whether something was dropped.
GRANT EXECUTE ON FUNCTION pg_ls_waldir(), pg_ls_archive_statusdir(), pg_stat_file(text, boolean) TO picket;
SQL
