# The image of a live shop: it refuses to start without its secrets (README.md lists them). With SANDBOX=1 it is the demo,
# unless it was built for live shops alone: docker build --build-arg DEMO=0

FROM node:24-slim AS packages
WORKDIR /shop
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev

FROM node:24-slim AS build
WORKDIR /shop
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev
COPY tsconfig.json vite.config.ts remix.config.ts ./
COPY public public
COPY app app
COPY server server
RUN npm run build
# Becomes /data below, with an owner.
RUN mkdir data

FROM node:24-slim AS server
WORKDIR /shop
COPY server server
# Its pictures are drawn once, and committed.
RUN rm -r server/demo/drawings
ARG DEMO=1
RUN if [ "$DEMO" = 0 ]; then rm -r server/demo; fi

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /shop
COPY --from=build --chown=node:node /shop/data /data
COPY --from=packages /shop/node_modules node_modules
COPY package.json ./
COPY --from=build /shop/build build
COPY app/texts app/texts
COPY --from=server /shop/server server
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/main.ts"]
