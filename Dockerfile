# The image of a live shop: it refuses to start without its secrets (server/configuration.md lists them). With SANDBOX=1 it is the demo,
# unless it was built for live shops alone: docker build --build-arg DEMO=0
#
# The base is a tag, which moves. To build the same image again, pin it by the digest of the day, which a registry tells
# (docker buildx imagetools inspect node:24-slim): docker build --build-arg BASE=node:24-slim@sha256:…
ARG BASE=node:24-slim

FROM ${BASE} AS packages
WORKDIR /shop
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev && rm -r node_modules/node-linux-* node_modules/.bin/node
# What only people, compilers and other systems read: half of it.
RUN find node_modules -type f ! -iname '*licen*' ! -iname '*notice*' \
    \( -name '*.map' -o -name '*.md' -o -name '*.d.ts' -o -name '*.d.cts' -o -name '*.d.mts' \) -delete

FROM ${BASE} AS build
WORKDIR /shop
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev
COPY tsconfig.json vite.config.ts remix.config.ts ./
COPY public public
COPY app app
COPY server server
RUN npm run build
# Becomes /data and /backups below, with an owner.
RUN mkdir data

FROM ${BASE} AS server
WORKDIR /shop
COPY server server
ARG DEMO=1
RUN if [ "$DEMO" = 0 ]; then rm -r server/demo; fi

FROM ${BASE}
# Without the last npm asks its registry for a newer npm at each command.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data NPM_CONFIG_UPDATE_NOTIFIER=false
WORKDIR /shop
COPY --from=build --chown=node:node /shop/data /data
COPY --from=build --chown=node:node /shop/data /backups
COPY --from=packages /shop/node_modules node_modules
COPY package.json ./
COPY --from=build /shop/build build
COPY app/texts app/texts
COPY --from=server /shop/server server
# Compiled code: a start takes a third less processor time, and the server 30 MB less.
ENV NODE_COMPILE_CACHE=/shop/.cache
COPY --from=build --chown=node:node /shop/data .cache
USER node
RUN node server/cli/compile-cache.ts && chmod -R a-w .cache
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# By themselves V8 counts on more than half of a small container for its old objects alone, and glibc keeps memory for each thread.
# A quarter is half as much again as what lives after a collection, with 200,000 products too. With 2 MB for young ones (V8 takes
# 1 MB there) pages cost up to twice the processor time.
ENV MALLOC_ARENA_MAX=1
CMD ["node", "--max-old-space-size-percentage=26", "--max-semi-space-size=4", "server/main.ts"]
