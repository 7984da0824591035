FROM node:26-slim AS build
WORKDIR /picket
RUN npm install --global pnpm@12.21.0
COPY . .
RUN pnpm install --frozen-lockfile \
 && PRISMA_SCHEMA_ENGINE_BINARY=/bin/true pnpm exec prisma generate \
 && pnpm --dir apps/console exec vite build

FROM node:26-slim
ENV NODE_ENV=production
WORKDIR /picket
COPY --from=build /picket /picket
RUN mkdir /data && chown node:node /data
USER node
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8080/api/v1/health').then((answer) => process.exit(answer.status === 204 ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--disable-warning=ExperimentalWarning", "apps/server/src/main.ts"]
