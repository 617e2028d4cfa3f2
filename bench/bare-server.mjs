// A registry as one would write it first, which the service is compared with: node:http and postgres.js, without limits,
// validation, headers, cache or log. Its table has the service's own agents.
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import postgres from "postgres";

const sql = postgres(process.env["DATABASE_URL"] ?? "", { max: 10 });

/** @type {Record<string, (url: URL, body: any) => Promise<unknown>>} */
const responds = {
  "GET /livez": async () => ({ status: "ok" }),
  "GET /agent": async (url) => {
    const [agent] = await sql`select record from agents where did = ${url.searchParams.get("did")}`;
    return agent?.["record"];
  },
  "GET /agents": async (url) => {
    const offset = Number(url.searchParams.get("offset"));
    const rows = await sql`select record from agents order by score desc, did limit 50 offset ${offset}`;
    return { agents: rows.map(({ record }) => record) };
  },
  "GET /search": async (url) => {
    const q = url.searchParams.get("q") ?? "";
    const rows = await sql`select record from agents
      where words @@ websearch_to_tsquery('english', ${q}) or record->>'name' ilike ${`%${q}%`}
      order by ts_rank(words, websearch_to_tsquery('english', ${q})) desc limit 10`;
    return { agents: rows.map(({ record }) => record) };
  },
  "POST /agents": async (_url, body) => {
    const [agent] = await sql`insert into agents (did, record) values (${body.did}, ${body}) returning record`;
    return agent?.["record"];
  },
  "POST /anchors": async (_url, body) => {
    const [anchor] = await sql`insert into anchors (payload) values (${body}) returning id, created_at`;
    return anchor;
  },
};

/** @param {string | undefined} authorization */
async function isKnown(authorization) {
  const hash = createHash("sha256")
    .update(authorization?.slice("Bearer ".length) ?? "")
    .digest();
  return (await sql`select from tokens where hash = ${hash}`).length > 0;
}

createServer(async (request, response) => {
  try {
    const url = new URL(request.url ?? "/", "http://localhost");
    const respond = responds[`${request.method} ${url.pathname}`];
    const isWrite = request.method === "POST";
    const isAllowed = isWrite || request.headers.authorization ? await isKnown(request.headers.authorization) : true;
    const body = respond && isAllowed ? await respond(url, isWrite ? await json(request) : undefined) : undefined;
    const bytes = Buffer.from(JSON.stringify(body ?? { error: "not found" }));
    const status = body === undefined ? 404 : isWrite ? 201 : 200;
    response.writeHead(status, { "content-type": "application/json", "content-length": bytes.length }).end(bytes);
  } catch (error) {
    response.writeHead(500).end(String(error));
  }
}).listen(Number(process.env["PORT"]), "127.0.0.1");
