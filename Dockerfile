# With a digest, the base is fixed: node:24-slim@sha256:…
ARG NODE_IMAGE=node:24-slim
FROM $NODE_IMAGE AS build
WORKDIR /service
COPY package.json package-lock.json ./
COPY lib/database/driver-repairs.mjs ./lib/database/
RUN npm ci --no-audit --no-fund
COPY . .
ARG BUILD_SHA=unknown
ENV BUILD_SHA=$BUILD_SHA
RUN npm run build && npm run slim

FROM $NODE_IMAGE
WORKDIR /service
ENV NODE_ENV=production DATA_DIR=/data
ARG BUILD_SHA=unknown
ENV BUILD_SHA=$BUILD_SHA
# The guard of the logs has its own volume: it must not be restored with the data.
RUN mkdir /data /data.guard && chown node:node /data /data.guard
COPY --from=build /service/package.json ./
COPY --from=build /service/node_modules ./node_modules
COPY --from=build /service/.builds ./.builds
RUN ln -s .builds/* dist
USER node
VOLUME /data /data.guard
EXPOSE 3000
# A new container does not correct a wrong clock or an absent database, which /readyz reports.
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD node -e "fetch('http://127.0.0.1:' + (process.env.PORT ?? 3000) + '/livez').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"
STOPSIGNAL SIGTERM
CMD ["node", "--max-semi-space-size=64", "--no-allocation-site-pretenuring", "dist/server.js"]
