import { startServer } from "@/e2e/http/start-server";
import { send } from "../load";
import type { Contender } from "../rounds";

/** The built service on a new database: on the server of DATABASE_URL, else on the embedded engine. */
export async function openService(): Promise<{ contender: Contender; close: () => Promise<void> }> {
  const server = process.env["DATABASE_URL"];
  if (server !== undefined) process.env["TEST_DATABASE_URL"] = server;
  const service = await startServer({ env: { RATE_LIMIT_REQUESTS: "1000000" } });
  const token = await service.operatorToken();
  const run = (number: number) => {
    const payload = { number, text: "the quick brown fox" };
    const body = { did: "did:bench:s1:atlas", kind: "note", payload };
    return send({ url: `${service.url}/api/memory/anchor`, token, body, status: 201 });
  };
  return { contender: { name: "POST /api/memory/anchor", runs: 1_024, run }, close: service.cleanUp };
}
