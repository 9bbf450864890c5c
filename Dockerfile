# The laptop cloud in a container: docs/contributing/laptop.md#in-a-container
FROM node:24-bookworm-slim

# DynamoDB Local needs Java.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends openjdk-17-jre-headless \
  && rm -rf /var/lib/apt/lists/* \
  && mkdir /registry \
  && chown node:node /registry

USER node
WORKDIR /registry
COPY --chown=node:node . .
RUN npm ci && mkdir .local

# Data, and what is built: kept from start to start.
VOLUME /registry/.local
# The file is there once the cloud is ready.
HEALTHCHECK --interval=1m --start-period=10m --start-interval=5s --timeout=10s \
  CMD node -e "fetch(require('./.local/stack.json').base_url + '/health').then(({ ok }) => process.exit(ok ? 0 : 1))"
ENTRYPOINT ["node", "local/main.ts"]
