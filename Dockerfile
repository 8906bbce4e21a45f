# The worker, and the sandbox payment gateway with another command. Not built so far; see docker-compose.yml.
FROM node:20-bookworm AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY core/package.json core/package.json
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev

FROM node:20-bookworm-slim
# The worker's native library checks certificates against the system's own.
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY --from=build /app/package.json /app/turnkeep.config.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/core/package.json core/package.json
COPY --from=build /app/data data
COPY --from=build /app/dist dist
RUN install -d -o node -g node -m 700 /var/lib/turnkeep /var/lib/payment-sandbox
USER node
ENV NODE_ENV=production TURNKEEP_HOME=/var/lib/turnkeep
CMD ["node", "dist/workers/agent-worker.js"]
