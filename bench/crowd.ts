// What a crowd costs whoever is not of it: 1,000 open event streams, 1,000 MCP subscriptions, a flood of link previews.
import { once } from "node:events";
import { get, type IncomingMessage, type OutgoingHttpHeaders } from "node:http";
import { type RunningServer, startServer } from "@/e2e/http/start-server";
import { type Answer, bearer, freshAddress, send, TRUST_LOOPBACK } from "@/e2e/http/visitor";
import { quantile } from "./load";
import { fixed } from "./report";

const ROUNDS = 8;
const ORGANISATIONS = 10;
const STREAMS_OF_EACH = 110;
/** All at once, those who wait longer than the deadline of a connection would hear of that, not of the limit. */
const TURN = 10;
const ORDINARY_REQUESTS = 200;
const SUBSCRIPTIONS = 1_000;
/** Connections of the crowd: with more, its own process would be what slows the ordinary clients in it. */
const AT_ONCE = 50;
/** Fewer than an operator may register within a window. */
const PREVIEWS = 80;

const line = (...cells: (string | number)[]) => process.stdout.write(`| ${cells.join(" | ")} |\n`);
const median = (numbers: number[]) => quantile(numbers, 0.5);
const post = (server: RunningServer, path: string, body: object, headers: OutgoingHttpHeaders) =>
  send(server.url + path, { method: "POST", headers, body });

async function metric(server: RunningServer, name: string): Promise<number> {
  const { body } = await send(`${server.url}/metrics`, { headers: { "x-forwarded-for": freshAddress() } });
  return Number(new RegExp(`^${name} (\\S+)$`, "m").exec(body)?.[1]);
}

/** Latencies in ms of those who ask for the directory, one after the other, each from an address of his own. */
async function ordinaryClients(server: RunningServer, requests = ORDINARY_REQUESTS): Promise<number[]> {
  const latencies: number[] = [];
  for (let asked = 0; asked < requests; asked += 1) {
    const headers = { "x-forwarded-for": freshAddress() };
    const answer = await send(`${server.url}/api/agents/directory?limit=10`, { headers });
    if (answer.status !== 200) throw new Error(`an ordinary client was answered ${answer.status}`);
    latencies.push(answer.milliseconds);
  }
  return latencies;
}

function counted(statuses: (number | undefined)[]): string {
  const counts: Record<string, number> = {};
  for (const status of statuses) counts[String(status)] = (counts[String(status)] ?? 0) + 1;
  return Object.entries(counts)
    .map(([status, count]) => `${count} × ${status}`)
    .join(", ");
}

async function openStream(server: RunningServer, token: string, did: string): Promise<IncomingMessage> {
  const asked = get(`${server.url}/api/relay/stream?did=${did}`, { agent: false, headers: bearer(token) });
  asked.on("error", () => {});
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  response.on("error", () => {}).resume();
  return response;
}

async function measureStreams(server: RunningServer): Promise<void> {
  const operator = bearer(await server.operatorToken());
  const resident = async () => fixed((await metric(server, "process_resident_memory_bytes")) / 1_048_576);
  const heap = async () => fixed((await metric(server, "nodejs_heap_size_used_bytes")) / 1_048_576);
  const sockets = () => metric(server, String.raw`nodejs_active_resources\{type="TCPSocketWrap"\}`);
  const organisations = await Promise.all(
    Array.from({ length: ORGANISATIONS }, async (_, n) => {
      const asked = { kind: "provider", organisation: `o${n}`, label: "crowd" };
      const { token } = (await post(server, "/api/access/credentials", asked, operator)).json();
      const did = `did:crowd:s1:o${n}`;
      await post(server, "/api/agent/register", { did }, bearer(token));
      return { token, did };
    }),
  );
  await ordinaryClients(server);
  line(
    "round",
    "answers",
    "MiB before",
    "with them",
    "after",
    "heap after",
    "sockets left",
    "ms alone",
    "ms beside",
    "ratio",
  );
  line(...Array(10).fill("---"));
  for (let round = 1; round <= ROUNDS; round += 1) {
    const before = await resident();
    const alone = median(await ordinaryClients(server));
    const streams: IncomingMessage[] = [];
    for (let turn = 0; turn < STREAMS_OF_EACH; turn += TURN) {
      const opened = organisations.flatMap(({ token, did }) =>
        Array.from({ length: TURN }, () => openStream(server, token, did)),
      );
      streams.push(...(await Promise.all(opened)));
    }
    const answers = counted(streams.map(({ statusCode }) => statusCode));
    const refused = streams.filter(({ statusCode }) => statusCode !== 200);
    if (refused.some(({ headers }) => headers["retry-after"] !== "5")) throw new Error("a refusal without Retry-After");
    const beside = median(await ordinaryClients(server));
    const during = await resident();
    for (const stream of streams) stream.destroy();
    while ((await metric(server, "http_event_streams")) > 0);
    const left = await sockets();
    line(
      round,
      answers,
      before,
      during,
      await resident(),
      await heap(),
      left,
      fixed(alone),
      fixed(beside),
      fixed(beside / alone),
    );
  }
}

/** What ordinary clients get while a crowd of one address goes on, over what they get alone. */
async function measureCrowd(server: RunningServer, name: string, crowd: () => Promise<string>): Promise<void> {
  const alone = await ordinaryClients(server);
  let over = false;
  const crowding = crowd().finally(() => {
    over = true;
  });
  const beside: number[] = [];
  while (!over) beside.push(...(await ordinaryClients(server, 1)));
  const figures = [alone, beside].flatMap((latencies) => [median(latencies), Math.max(...latencies)]);
  line(name, await crowding, ...figures.map((milliseconds) => fixed(milliseconds)));
}

/** Asks so often, over so many connections. @returns what was answered */
async function inTurns(times: number, ask: (n: number) => Promise<Answer>): Promise<string> {
  const statuses: number[] = [];
  let next = 0;
  const connection = async () => {
    while (next < times) statuses.push((await ask(next++)).status);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, connection));
  return counted(statuses);
}

async function subscribeOverMcp(server: RunningServer): Promise<string> {
  const version = "2026-07-28";
  const of = (name: string, value: unknown) => [`io.modelcontextprotocol/${name}`, value];
  const _meta = Object.fromEntries([of("protocolVersion", version), of("clientCapabilities", {})]);
  const headers = {
    accept: "application/json, text/event-stream",
    "content-type": "application/json",
    "mcp-protocol-version": version,
    "mcp-method": "subscriptions/listen",
    "x-forwarded-for": freshAddress(),
  };
  const params = { _meta, notifications: { toolsListChanged: true } };
  const body = { jsonrpc: "2.0", id: 1, method: "subscriptions/listen", params };
  return inTurns(SUBSCRIPTIONS, () => post(server, "/api/mcp", body, headers));
}

async function askForPreviews(server: RunningServer): Promise<string> {
  const headers = { "x-forwarded-for": freshAddress() };
  const page = await send(`${server.url}/agents/did:crowd:s1:p0`, { headers });
  const [, picture = ""] = /property="og:image" content="https?:\/\/[^/]+([^"]+)"/.exec(page.body) ?? [];
  return inTurns(PREVIEWS, (n) => send(server.url + picture.replace("p0/", `p${n}/`), { headers }));
}

const roomy = await startServer({ env: { ...TRUST_LOOPBACK, RATE_LIMIT_REQUESTS: "1000000" } });
await measureStreams(roomy);
await roomy.cleanUp();

const limited = await startServer({ env: TRUST_LOOPBACK });
const operator = bearer(await limited.operatorToken());
for (let n = 0; n < PREVIEWS; n += 1)
  await post(limited, "/api/agent/register", { did: `did:crowd:s1:p${n}` }, operator);
process.stdout.write("\n");
line("crowd", "answers", "ms alone", "slowest", "ms beside", "slowest");
line(...Array(6).fill("---"));
await measureCrowd(limited, `${SUBSCRIPTIONS} MCP subscriptions, ${AT_ONCE} at a time`, () =>
  subscribeOverMcp(limited),
);
await measureCrowd(limited, `${PREVIEWS} link previews, ${AT_ONCE} at a time`, () => askForPreviews(limited));
await limited.cleanUp();
const warnings = [roomy, limited].flatMap(
  (server) => server.output().match(/^.*(MaxListeners|unhandled|uncaught).*$/gim) ?? [],
);
process.stdout.write(`\nWarnings of listeners or rejections in the logs: ${warnings.length}. ${warnings[0] ?? ""}\n`);
process.exit(0);
