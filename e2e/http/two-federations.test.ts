import { writeFile } from "node:fs/promises";
import { request } from "node:http";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type HttpsServer, startHttpsServer } from "@/lib/outgoing/testing/https-server";
import { card, type Federation, newFederation } from "./federation";
import { type RunningServer, startServer } from "./start-server";
import { send } from "./visitor";

const SERVERS = Array.from({ length: 8 }, (_, at) => ({
  name: `com.example/tool-${at}`,
  description: `Tool number ${at}.`,
  version: "1.0.0",
  remotes: [{ type: "streamable-http", url: `https://tools.example.com/${at}` }],
}));

let theirs: { fed: Federation; server: RunningServer; outside: HttpsServer };
let ours: { fed: Federation; server: RunningServer; token: string };

/** Passes requests on to a server, over https. */
function passTo(port: () => number): Promise<HttpsServer> {
  return startHttpsServer((incoming, response) => {
    const { method, url, headers } = incoming;
    const on = request({ host: "127.0.0.1", port: port(), method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    on.on("error", () => response.destroy());
    incoming.pipe(on);
  });
}

beforeAll(async () => {
  const peer = await newFederation();
  let port = 0;
  const outside = await passTo(() => port);
  const server = await startServer({ dataDir: peer.directory, env: { ...peer.env, PUBLIC_URL: outside.address } });
  port = server.port;
  theirs = { fed: peer, server, outside };
  await peer.run(await peer.list("servers.jsonl", SERVERS));

  const fed = await newFederation();
  const authority = path.join(fed.directory, "authority.pem");
  await writeFile(authority, outside.authority.certificate);
  const env = { ...fed.env, OUTGOING_ALLOW: `127.0.0.1/32:${outside.port}`, NODE_EXTRA_CA_CERTS: authority };
  const follower = await startServer({ dataDir: fed.directory, env });
  ours = { fed, server: follower, token: await follower.operatorToken() };
});
afterAll(async () => {
  for (const { server, fed } of [theirs, ours]) {
    await server.stop("SIGKILL");
    await fed.cleanUp();
  }
  await theirs.outside.stop();
});

const asOperator = async (where: string, body?: object) => {
  const headers = { authorization: `Bearer ${ours.token}` };
  return send(`${ours.server.url}/api/sources${where}`, body ? { method: "POST", headers, body } : { headers });
};
async function lastRun() {
  const { sources } = (await asOperator("")).json();
  return sources[0].last;
}
/** Has our follower fetch anew. @returns what came of it */
async function fetchAgain(id: string) {
  const before = await lastRun();
  expect((await asOperator(`/${id}`, { action: "run" })).status).toBe(200);
  return vi.waitFor(
    async () => {
      const last = await lastRun();
      expect(last?.at).not.toBe(before?.at);
      return last;
    },
    { timeout: 30_000, interval: 200 },
  );
}

describe("two federations", () => {
  it("one follows the servers that the other lists, and hears what leaves", async () => {
    const address = theirs.outside.address;
    const added = await asOperator("", { kind: "mcp-registry", address });
    expect([added.status, added.json().state]).toEqual([201, "active"]);
    const { id } = added.json();
    await vi.waitFor(async () => expect(await lastRun()).toMatchObject({ complete: true, registered: 8, refused: 0 }), {
      timeout: 30_000,
      interval: 200,
    });
    const agent = (await send(`${ours.server.url}/api/agents/did:mcp:default:com.example:tool-3`)).json();
    expect(agent).toMatchObject({ description: "Tool number 3.", trust_tier: "T1", status: "active" });
    const listed = (await send(`${ours.server.url}/v0.1/servers/com.example%2Ftool-3/versions/latest`)).json();
    expect(listed.server).toEqual(SERVERS[3]);

    const token = await theirs.server.operatorToken();
    const withdrawn = await send(`${theirs.server.url}/api/agent/did:mcp:default:com.example:tool-3/withdraw`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      body: {},
    });
    expect(withdrawn.status).toBe(200);
    // As if the change had been stored long enough ago to be published.
    await theirs.fed.query("update mcp_servers set changed_at = changed_at - interval '21 seconds'");
    expect(await fetchAgain(id)).toMatchObject({ complete: false, withdrawn: 1 });
    const gone = (await send(`${ours.server.url}/api/agents/did:mcp:default:com.example:tool-3`)).json();
    expect(gone).toMatchObject({ status: "withdrawn" });
    const acts = (
      await send(`${ours.server.url}/api/council/acts?kind=source.imported`, {
        headers: { authorization: `Bearer ${ours.token}` },
      })
    ).json();
    expect(acts.acts).toHaveLength(2);
  });

  it("a card is followed by the command, and fetched by the running service from then on", async () => {
    await theirs.fed.run(await theirs.fed.list("cards.jsonl", [card(1)]));
    const did = "did:a2a:default:agents.example.com:a2a:1";
    const address = `${theirs.outside.address}/api/agents/${did}/manifest`;
    const settings = { ...ours.server.env } as Record<string, string>;
    const { code, output, errors } = await ours.fed.follow(settings, "--kind", "agent-card", address);
    expect([code, errors]).toEqual([0, ""]);
    expect(output).toBe(`${address}\n  Read as a whole: 1 new.\n`);
    const { sources } = (await asOperator("")).json();
    expect(sources[1]).toMatchObject({ address, records: 1, state: "active", created_by: "system" });
  });
});
