#!/bin/sh
# Run by the postgres image when it makes its data folder: the server's role is no superuser.
set -eu
password=$(cat /secrets/database-password)
psql --username "$POSTGRES_USER" --dbname postgres --set ON_ERROR_STOP=1 --set password="$password" <<'SQL'
CREATE ROLE picket LOGIN CREATEDB PASSWORD :'password';
CREATE DATABASE picket OWNER picket TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C';
SQL
