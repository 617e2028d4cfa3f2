import { type FakeList, json, startFakeList } from "./fake-list";

/** One change of the feed: its kind, its agent and its data. */
export type FakeChange = readonly [kind: string, did: string, data?: object];

/** A federation of our kind, as a follower sees it: an MCP registry, and a change feed of one epoch. */
export interface FakeFederation extends FakeList {
  /** The short names that its registry lists. */
  names: string[];
  /** The changes, in order. The cursor `e.<n>` is after the first n. */
  changes: FakeChange[];
  /** The oldest place that the feed can continue from. */
  oldest: number;
  /** Replaces the response of the feed, if set. */
  instead: ReturnType<typeof json> | undefined;
  /** Called before the registry responds. */
  beforeList: () => Promise<void> | void;
}

export const thereDid = (name: string) => `did:fed:s9:${name}`;

/** Starts a fake federation. @param namespace of its servers' names */
export async function startFakeFederation(namespace: () => string): Promise<FakeFederation> {
  const list = await startFakeList();
  const federation: FakeFederation = {
    ...list,
    ...{ names: [], changes: [], oldest: 0, instead: undefined, beforeList: () => {} },
  };
  list.say(async (request, response) => {
    const url = new URL(request.url ?? "", list.address);
    if (url.pathname === "/api/events") {
      if (federation.instead) return federation.instead(request, response);
      const { changes, oldest } = federation;
      const limit = Number(url.searchParams.get("limit"));
      const after = url.searchParams.get("after");
      const from = after === null ? oldest : Number(/^e\.(\d+)$/.exec(after)?.[1] ?? -1);
      if (from < oldest) {
        const body = { error: "Cursor expired", code: "CURSOR_EXPIRED", oldest: `e.${oldest}` };
        return void response.writeHead(410).end(JSON.stringify(body));
      }
      const page = changes.slice(from, from + limit);
      const events = page.map(([kind, subject, data = {}], at) => ({
        ...{ cursor: `e.${from + at + 1}`, kind, subject, dids: [subject], at: "2026-11-25T00:00:00Z", data },
      }));
      const cursor = `e.${from + page.length}`;
      return json({ events, cursor, has_more: from + page.length < changes.length })(request, response);
    }
    const names = [...federation.names];
    await federation.beforeList();
    const servers = names.map((name) => ({
      server: { name: `${namespace()}/${name}`, description: "Does it.", version: "1.0.0" },
      _meta: { "internal.federation/standing": { did: thereDid(name) } },
    }));
    json({ servers, metadata: { count: servers.length } })(request, response);
  });
  return federation;
}
