import { Agent, request } from "node:http";
import { startServer } from "@/e2e/http/start-server";
import type { Contender } from "./contenders";

/**
 * The built service, on a database of its own on the server that DATABASE_URL names, else on the embedded engine.
 * @param flags Node's own options, where not those of `npm start`
 */
export async function openService(
  callers: number,
  flags?: readonly string[],
): Promise<{ contender: Contender; pid: number; close: () => Promise<void> }> {
  const server = process.env["DATABASE_URL"];
  if (server !== undefined) process.env["TEST_DATABASE_URL"] = server;
  const service = await startServer({ env: { RATE_LIMIT_REQUESTS: "1000000" }, ...(flags && { flags }) });
  const authorization = `Bearer ${await service.operatorToken()}`;
  const agent = new Agent({ keepAlive: true, maxSockets: callers, maxFreeSockets: callers });
  const append = (number: number) =>
    new Promise<void>((resolve, reject) => {
      const headers = { authorization, "content-type": "application/json" };
      const outgoing = request(`${service.url}/api/memory/anchor`, { agent, method: "POST", headers }, (response) => {
        if (response.statusCode !== 201) reject(new Error(`the service answered ${response.statusCode}`));
        response.on("error", reject).on("end", resolve).resume();
      });
      outgoing.on("error", reject);
      const payload = { number, text: "the quick brown fox" };
      outgoing.end(JSON.stringify({ did: "did:bench:s1:atlas", kind: "note", payload }));
    });
  const close = async () => {
    agent.destroy();
    await service.cleanUp();
  };
  return {
    contender: { name: "POST /api/memory/anchor", appends: 1_024, append },
    pid: Number(service.process.pid),
    close,
  };
}
