# syntax=docker/dockerfile:1
ARG BASE_IMAGE=node:24-slim

FROM ${BASE_IMAGE} AS build
WORKDIR /src
COPY . .
RUN npm install --no-audit --no-fund --loglevel=error --omit=optional && node scripts/build.ts
# The bundle holds everything but the Kafka client, which finds its WebAssembly by its own place on disk.
RUN mkdir /runtime \
  && npm install --prefix /runtime --no-audit --no-fund --loglevel=error --omit=dev \
    "@platformatic/kafka@$(node -p "require('./platform/engine/package.json').dependencies['@platformatic/kafka']")"

FROM ${BASE_IMAGE}
WORKDIR /app
COPY --from=build /runtime/node_modules ./node_modules
COPY --from=build /src/dist ./
COPY LICENSE ./
ENV NODE_ENV=production KUBEMIN_HOME=/var/lib/kubemin
RUN mkdir -p /var/lib/kubemin && chown 1000:1000 /var/lib/kubemin
USER 1000:1000
EXPOSE 8080
ENTRYPOINT ["node", "--disable-warning=ExperimentalWarning", "/app/kubemin.mjs"]
CMD ["server", "--bind-addr", ":8080", "--log-to", "stderr"]
