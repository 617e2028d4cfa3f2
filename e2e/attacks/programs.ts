import { once } from "node:events";
import { Agent, type IncomingMessage, type OutgoingHttpHeaders, request } from "node:http";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { bearer, send } from "../http/visitor";

/** The number of responses of each status until the end of the attack. An ended connection has the status 0. */
export type Statuses = Map<number, number>;

/** What an attacker may use: its addresses, and how long. */
export interface Attackers {
  url: string;
  addresses: readonly string[];
  /** Filled while the attack runs. */
  statuses: Statuses;
  isOver: () => boolean;
}

export interface Attack {
  name: string;
  /** Stores what the attack needs. */
  prepare?: (url: string, operatorToken: string) => Promise<void>;
  run: (attackers: Attackers) => Promise<void>;
}

/** Counts connections that requested something and read nothing, in place of a status. */
export const UNREAD = -1;

/** Connections of one address. */
const CONNECTIONS = 20;
/** Connections of one address that never read. */
const UNREAD_CONNECTIONS = 14;
const UNREAD_REQUESTS = 8;
const TOTAL_CONNECTIONS = 320;

interface Asked {
  method?: string;
  path: string;
  headers?: OutgoingHttpHeaders;
  body?: object;
}

function ask(
  url: string,
  address: string,
  agent: Agent,
  { method = "GET", path, headers, body }: Asked,
): Promise<number> {
  const bytes = body && JSON.stringify(body);
  const length = bytes === undefined ? {} : { "content-length": Buffer.byteLength(bytes) };
  return new Promise((resolve) => {
    request(url + path, { method, agent, headers: { "x-forwarded-for": address, ...length, ...headers } })
      .on("response", (response: IncomingMessage) => {
        response
          .on("close", () => resolve(response.statusCode ?? 0))
          .on("error", () => {})
          .resume();
      })
      .on("error", () => resolve(0))
      .end(bytes);
  });
}

/** Returns an attack by requests, as many at a time as there are connections. */
const flood =
  (next: (count: number) => Asked) =>
  async ({ url, addresses, statuses, isOver }: Attackers) => {
    let count = 0;
    const agents: Agent[] = [];
    const ofAddress = Math.min(CONNECTIONS, Math.ceil(TOTAL_CONNECTIONS / addresses.length));
    const callers = addresses.flatMap((address) => {
      const agent = new Agent({ keepAlive: true });
      agents.push(agent);
      return Array.from({ length: ofAddress }, async () => {
        while (!isOver()) {
          count += 1;
          const status = await ask(url, address, agent, next(count));
          if (isOver()) return;
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          // A limit is reached. It may do this again later, but not millions of times.
          if (status === 429 || status === 503 || status === 0) await sleep(20);
        }
      });
    });
    while (!isOver()) await sleep(50);
    // Nobody waits for the attacker's last responses.
    for (const agent of agents) agent.destroy();
    await Promise.all(callers);
  };

const words = (count: number) => `book a table for ${count} and translate the ${(count * 7_919) % 1_000}th contract`;

/** Registers agents. @param manifest their manifest, by their number */
const registering =
  (name: string, count: number, manifest: (at: number) => object) => async (url: string, operatorToken: string) => {
    for (let at = 0; at < count; ) {
      const { status, headers, body } = await send(`${url}/api/agent/register`, {
        method: "POST",
        headers: { ...bearer(operatorToken), "x-forwarded-for": `10.1.${at % 250}.${1 + Math.floor(at / 250)}` },
        body: { did: `did:attack:s1:${name}-${at}`, capability_manifest: manifest(at) },
      });
      if (status === 429) await sleep(Number(headers["retry-after"]) * 1_000);
      else if (status !== 201) throw new Error(`registering ${name}: ${status} ${body}`);
      else at += 1;
    }
  };

/** Requests large responses on connections that never read. */
export async function leaveUnread({ url, addresses, statuses, isOver }: Attackers): Promise<void> {
  const { port } = new URL(url);
  const sockets = await Promise.all(
    addresses.flatMap((address) =>
      Array.from({ length: UNREAD_CONNECTIONS }, async (_, at) => {
        const socket = connect(Number(port), "127.0.0.1").pause();
        socket.on("error", () => {}).once("close", () => statuses.set(0, (statuses.get(0) ?? 0) + 1));
        await once(socket, "connect");
        const path = `/api/agents/directory?limit=200&offset=${at}`;
        socket.write(
          `GET ${path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${address}\r\n\r\n`.repeat(UNREAD_REQUESTS),
        );
        return socket;
      }),
    ),
  );
  statuses.set(UNREAD, sockets.length);
  while (!isOver()) await sleep(50);
  for (const socket of sockets) socket.destroy();
}

/** Attacks on a running service, by which one caller stopped it or made it slow for others until 0.3.0. */
export const ATTACKS: readonly Attack[] = [
  {
    name: "large responses that are never read",
    prepare: registering("large", 150, (at) => ({
      tags: Array.from({ length: 40 }, (_, tag) => `${at}-${tag}`),
      x: Array.from({ length: 10 }, () => "x".repeat(3_900)),
    })),
    run: leaveUnread,
  },
  {
    name: "a version that an expression read for ever",
    prepare: registering("version", 1, () => ({
      packages: [{ registryType: "pypi", identifier: "weather", version: `1${"a.".repeat(49)}!` }],
    })),
    run: flood((count) => ({ path: `/agents/did:attack:s1:version-0.md?n=${count}` })),
  },
  {
    name: "a cookie of tabs",
    run: flood(() => ({
      path: "/api/agents/directory?limit=1",
      headers: { cookie: `theme=${"\t".repeat(15_000)};e` },
    })),
  },
  {
    name: "searches that find records of dots and slashes",
    prepare: registering("dots", 10, (at) => ({
      name: ".".repeat(200),
      url: `https://${"/".repeat(2_000)}x`,
      description: `hostile ${at} ${"+".repeat(3_900)}:`,
      capabilities: ["hostile"],
    })),
    run: flood((count) => ({ method: "POST", path: "/api/ard/search", body: { query: { text: `hostile ${count}` } } })),
  },
  {
    name: "the description of the API, with a cookie",
    run: flood(() => ({ path: "/openapi.json", headers: { cookie: "a=b" } })),
  },
  {
    name: "sentences for the encoder",
    run: flood((count) => ({
      path: `/api/${count % 2 === 0 ? "relay/preview?intent" : "agents/search?q"}=${encodeURIComponent(words(count))}`,
    })),
  },
  {
    name: "pages that are rendered for each request",
    run: flood((count) => ({ path: `/search?q=${encodeURIComponent(words(count))}` })),
  },
];
