#!/bin/sh
# The schedule in a container: creates the repository, makes a first full backup, then one a day, on Sundays a full one.
set -eu
until pgbackrest --stanza=picket stanza-create; do sleep 10; done
last=
while :; do
  today=$(date -u +%F)
  if [ "$today" != "$last" ]; then
    type=incr
    [ "$(date -u +%u)" != 7 ] || type=full
    # The first one is full whatever it is asked for. One that failed is made again after ten minutes.
    if sh /etc/pgbackrest/backup.sh "$type"; then last=$today; fi
  fi
  sleep 600
done
