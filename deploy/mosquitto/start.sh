#!/bin/sh
# The broker keeps its accounts beside its messages. A first start begins with Picket's account alone, and so does a start
# with another password of Picket's; Picket adds the sentries.
set -eu
seed=/secrets/mqtt-accounts.json
data=/mosquitto/data
if [ ! -s "$data/dynamic-security.json" ] || ! cmp -s "$seed" "$data/first-accounts.json"; then
  cp -f "$seed" "$data/dynamic-security.json"
  chmod 600 "$data/dynamic-security.json"
  cp -f "$seed" "$data/first-accounts.json"
fi
exec mosquitto -c /mosquitto/config/mosquitto.conf
