#!/bin/sh
# The schedule in a container: creates the repository, makes a first full backup, then one a day, on Sundays a full one; on Wednesdays it
# checks that all of it can be restored.
set -eu
until pgbackrest --stanza=picket stanza-create; do sleep 10; done
last=
checked=
while :; do
  today=$(date -u +%F)
  if [ "$today" != "$last" ]; then
    type=incr
    [ "$(date -u +%u)" != 7 ] || type=full
    # The first one is full whatever it is asked for. One that failed is made again after ten minutes.
    if sh /etc/pgbackrest/backup.sh "$type"; then last=$today; fi
  fi
  if [ "$(date -u +%u)" = 3 ] && [ "$today" = "$last" ] && [ "$today" != "$checked" ]; then
    # Picket shows what it found. The schedule goes on: started again, it would make another backup and another check at once.
    sh /etc/pgbackrest/check-restore.sh /var/lib/postgresql/picket-recovery-check || :
    checked=$today
  fi
  sleep 600
done
