#!/bin/sh
# The operator's command in the image: docker compose exec server picket --help
exec node --disable-warning=ExperimentalWarning /picket/apps/cli/src/picket.ts "$@"
