"""Ends with 0 while Patroni has its Postgres running, as the primary or as a standby: the health check of the container."""

import urllib.request

urllib.request.urlopen("http://127.0.0.1:8008/health", timeout=3)
