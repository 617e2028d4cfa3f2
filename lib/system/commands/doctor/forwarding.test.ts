import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { examineForwarding } from "./forwarding";

async function examined(metrics: string, proxies: string[] = []) {
  const server = createServer((_, response) => response.end(metrics));
  onTestFinished(() => void server.close());
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return examineForwarding(`http://127.0.0.1:${port}`, { TRUSTED_PROXIES: proxies });
}

it("warns of a proxy that names its clients and is not trusted", async () => {
  const found = await examined("# HELP x\nuntrusted_forwarding_requests_total 12\n", ["10.0.0.0/8"]);
  expect(found).toMatchObject({ state: "warning", says: expect.stringContaining("(10.0.0.0/8)") });
  expect(found.says).toMatch(/^12 requests/);
});

it.each(["untrusted_forwarding_requests_total 0\n", "another_total 5\n"])("is content with %j", async (metrics) => {
  expect(await examined(metrics)).toMatchObject({ state: "ok" });
});
