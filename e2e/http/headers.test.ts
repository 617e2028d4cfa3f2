import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningServer, startServer } from "./start-server";

describe("every response", () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.cleanUp());

  it.each(["/health", "/api/nope", "/agents", "/nowhere", "/openapi.json"])(
    "carries the rate limit and a request id on %s",
    async (path) => {
      const { headers } = await fetch(server.url + path);
      expect(headers.get("x-ratelimit-limit")).toBe("100");
      expect(Number(headers.get("x-ratelimit-remaining"))).toBeLessThanOrEqual(100);
      expect(Number(headers.get("x-ratelimit-reset"))).toBeGreaterThan(Date.now() / 1_000);
      expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    },
  );
});
