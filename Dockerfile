# BASE needs Node 20.19 or newer, npm and glibc.
ARG BASE=docker.io/library/node:24-bookworm-slim@sha256:a9f5f7c91a432850b2a8a7797adf5eadb6c733ceed61167806cee7ea7fbc29df

FROM ${BASE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY sdk/package.json sdk/
COPY server/package.json server/
COPY dashboard/package.json dashboard/
RUN npm ci --include=dev
COPY . .
RUN node_modules/.bin/tsc -b sdk server && node scripts/build-docs.mjs \
  && npm run build --workspace dashboard \
  && npm prune --omit=dev \
  # Creates PostgreSQL's links, which npm leaves out, while files can still be written.
  && node -e "import('/app/server/dist/store/embedded/binaries.js').then(({ findBinaries }) => findBinaries())" \
  && find server/dist sdk/dist \( -name '*.map' -o -name '*.d.ts' -o -name '.*' \) -type f -delete

FROM ${BASE}
RUN groupadd --system --gid 10001 visibility \
  && useradd --system --uid 10001 --gid visibility --home-dir /data --no-create-home visibility \
  && install -d -m 700 -o visibility -g visibility /data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/sdk/package.json sdk/
COPY --from=build /app/sdk/dist sdk/dist
COPY --from=build /app/server/package.json server/
COPY --from=build /app/server/bin server/bin
COPY --from=build /app/server/dist server/dist
COPY --from=build /app/server/assets server/assets
COPY --from=build /app/server/migrations server/migrations
# METRICS_PORT: a worker has no other port to check.
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data METRICS_PORT=9464
USER visibility
VOLUME /data
EXPOSE 4000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "const { PORT, METRICS_PORT } = process.env; fetch(`http://127.0.0.1:${PORT || 4000}/readyz`).catch(() => fetch(`http://127.0.0.1:${METRICS_PORT}/healthz`)).then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "server/bin/visibility.js"]
CMD ["start"]
