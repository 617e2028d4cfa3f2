import { test as base, expect } from "@playwright/test";
import { type RunningServer, startServer } from "./http/start-server";

export { expect };

/** The built service with the demo federation, one for all specs of a worker; pages open relative to it. */
export const test = base.extend<object, { server: RunningServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's pattern
    async ({}, use) => {
      const server = await startServer({ env: { SEED_DEMO: "1", RATE_LIMIT_REQUESTS: "10000" } });
      await use(server);
      await server.cleanUp();
    },
    { scope: "worker", timeout: 100_000 },
  ],
  baseURL: ({ server }, use) => use(server.url),
});

/** Registers an agent as the operator. */
export async function register(server: RunningServer, record: Record<string, unknown>): Promise<void> {
  const response = await fetch(`${server.url}/api/agent/register`, {
    method: "POST",
    headers: { authorization: `Bearer ${await server.operatorToken()}` },
    body: JSON.stringify(record),
  });
  expect(response.status).toBe(201);
}
