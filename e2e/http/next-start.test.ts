import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Endpoint, ZIP } from "@/lib/http/endpoint";
import { ROUTED_ENDPOINTS } from "@/lib/portal/contract";
import { freePort, type RunningServer, startServer } from "./start-server";
import { TRUST_LOOPBACK } from "./visitor";

let ours: RunningServer;
let next: ChildProcess;
let nextUrl: string;
let token: string;

beforeAll(async () => {
  ours = await startServer({ env: { ...TRUST_LOOPBACK, SEED_DEMO: "1", RATE_LIMIT_REQUESTS: "1000000" } });
  token = await ours.operatorToken();
  const port = await freePort();
  nextUrl = `http://127.0.0.1:${port}`;
  const command = ["node_modules/next/dist/bin/next", "start", "dist", "-p", String(port), "-H", "127.0.0.1"];
  const env = { ...ours.env, PORT: String(ours.port), NEXT_TELEMETRY_DISABLED: "1" };
  next = spawn(process.execPath, command, { env, stdio: ["ignore", "pipe", "inherit"] });
  await vi.waitFor(() => fetch(`${nextUrl}/livez`), { timeout: 60_000, interval: 200 });
  // Answers differ while the vectors of the demo are made.
  await vi.waitFor(
    async () => expect((await (await fetch(`${ours.url}/api/vectorstore/health`)).json()).pending ?? 0).toBe(0),
    { timeout: 60_000, interval: 200 },
  );
});

afterAll(async () => {
  next.kill();
  await once(next, "exit");
  await ours.cleanUp();
});

/** Parts of a body that differ between two requests. */
const VOLATILE =
  /"(?:generated_at|timestamp|verified_at|to|as_of|expires_at|statement|jws|duration_ms|challenge|nonce)":(?:"[^"]*"|[\d.]+)/g;
const stable = (body: string, url: string) =>
  body
    .replaceAll(VOLATILE, "")
    .replaceAll(url, "")
    .replaceAll(/"id":"[0-9a-f-]{36}"/g, "");

function addressOf({ path, example }: Endpoint): string {
  const params: Readonly<Record<string, string | number>> = example?.params ?? {};
  const query = new URLSearchParams(Object.entries(example?.query ?? {}).map(([name, value]) => [name, String(value)]));
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? "1"));
  return query.size > 0 ? `${filled}?${query}` : filled;
}

async function ask(url: string, endpoint: Endpoint, authorization?: string) {
  const response = await fetch(url + addressOf(endpoint), {
    method: endpoint.method,
    headers: {
      ...(authorization ? { authorization } : {}),
      ...(endpoint.body ? { "content-type": "application/json" } : {}),
    },
    ...(endpoint.body ? { body: "{}" } : {}),
    signal: AbortSignal.timeout(30_000),
  });
  const type = response.headers.get("content-type");
  if (endpoint.kind === "stream" && response.ok) {
    await response.body?.cancel();
    return { status: response.status, type };
  }
  const body = stable(await response.text(), url);
  // A pack says when it was made.
  return { status: response.status, type, body: endpoint.mediaType === ZIP && response.ok ? "" : body };
}

/** Operations that describe the process itself. */
const OF_THE_PROCESS = new Set(["getMetrics", "checkReadiness", "getHealth", "runSmoke"]);
/** Operations that end their own token, so the second server would need another one. */
const ENDS_ITS_TOKEN = "rotateOwnCredential";
const compared = ROUTED_ENDPOINTS.filter(
  ({ operationId }) => !OF_THE_PROCESS.has(operationId) && operationId !== ENDS_ITS_TOKEN,
);

describe("the same handlers under Next alone", () => {
  it.each(compared.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    "%s responds as it does under our server",
    async (_, endpoint) => {
      for (const authorization of [undefined, `Bearer ${token}`]) {
        const compare = async () => {
          const first = await ask(ours.url, endpoint, authorization);
          expect(await ask(nextUrl, endpoint, authorization)).toEqual(first);
        };
        // The check of each minute may change a response between the two requests.
        await (endpoint.method === "GET" ? vi.waitFor(compare, { timeout: 10_000 }) : compare());
      }
    },
  );
});
