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
ENTRYPOINT ["node", "local/main.ts"]
