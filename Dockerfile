# The server with the console, for docker compose: nothing but Node and what runs. The two stages share no layer.
FROM node:26-slim AS build
ARG PICKET_COMMIT=
WORKDIR /picket
RUN npm install --global pnpm@12.21.0
COPY . .
RUN pnpm install --frozen-lockfile \
 && PRISMA_SCHEMA_ENGINE_BINARY=/bin/true pnpm exec prisma generate \
 && node --disable-warning=ExperimentalWarning tools/build-programs.ts \
 && pnpm --dir apps/console exec vite build \
 && PICKET_COMMIT=$PICKET_COMMIT node tools/write-version.ts \
 && node tools/write-sbom.ts \
 && sh deploy/collect-image.sh /image

FROM node:26-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 PICKET_DATA_DIR=/data MALLOC_ARENA_MAX=2
# What builds and installs has no business where it runs.
RUN rm -rf /usr/local/lib/node_modules /opt/yarn* /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /usr/local/bin/yarn* \
 && mkdir /data /backups && chown 1000:1000 /data /backups
WORKDIR /picket
COPY --from=build /image /picket
COPY --chmod=755 deploy/picket.sh /usr/local/bin/picket
USER 1000:1000
VOLUME /data /backups
EXPOSE 8080
# Healthy is who can write: the answer comes after a commit.
HEALTHCHECK --interval=15s --timeout=6s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8080/api/v1/health').then((answer) => process.exit(answer.status === 204 ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--disable-warning=ExperimentalWarning", "--disable-warning=DeprecationWarning", "apps/server/dist/main.mjs"]
