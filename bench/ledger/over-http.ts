import { Agent, request } from "node:http";
import { startServer } from "@/e2e/http/start-server";
import type { Contender } from "../rounds";

const agent = new Agent({ keepAlive: true, maxFreeSockets: 256 });

/** Posts an anchor on a kept connection, and waits for the whole response. */
function post(url: string, token: string, body: unknown): Promise<void> {
  const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
  return new Promise((resolve, reject) => {
    request(url, { agent, method: "POST", headers }, (response) => {
      if (response.statusCode !== 201) reject(new Error(`${url} responded ${response.statusCode}`));
      response.on("error", reject).on("end", resolve).resume();
    })
      .on("error", reject)
      .end(JSON.stringify(body));
  });
}

/** The built service on a new database: on the server of DATABASE_URL, else on the embedded engine. */
export async function openService(): Promise<{ contender: Contender; close: () => Promise<void> }> {
  const server = process.env["DATABASE_URL"];
  if (server !== undefined) process.env["TEST_DATABASE_URL"] = server;
  const service = await startServer({ env: { RATE_LIMIT_REQUESTS: "1000000" } });
  const token = await service.operatorToken();
  const run = (number: number) => {
    const payload = { number, text: "the quick brown fox" };
    return post(`${service.url}/api/memory/anchor`, token, { did: "did:bench:s1:atlas", kind: "note", payload });
  };
  return { contender: { name: "POST /api/memory/anchor", runs: 1_024, run }, close: service.cleanUp };
}
