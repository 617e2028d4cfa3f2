import type { IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { z } from "zod";
import type { RequestScope } from "@/lib/authority/context";
import { BytesResponse } from "@/lib/http/bytes-response";
import { endpointsOf } from "@/lib/http/endpoint";
import type { PublicPage } from "@/lib/http/public-page";
import { type CacheResult, type MakeResponse, ResponseCache } from "./cache";
import { cacheables } from "./cache-key";
import { Routes } from "./routes";
import { bodyFor } from "./shared-host";

const { get } = endpointsOf("agents");
const query = z.object({ zone: z.string().optional(), limit: z.string().optional() });
const responses = { 200: z.string() };
const endpoints = [
  get("/agents", { operationId: "list", summary: "", query, cache: { tags: ["agents"] }, responses }),
  get("/agents/{did}", { operationId: "one", summary: "", cache: { tags: ["agents", "audits"] }, responses }),
  get("/log", { operationId: "log", summary: "", cache: { tags: ["ledger_entries"] }, responses }),
  get("/about", { operationId: "about", summary: "", cache: "build", responses }),
  get("/health", { operationId: "health", summary: "", responses }),
];
const pages: PublicPage[] = [
  { path: "/register", parameters: ["q"], cache: { tags: ["agents"] } },
  { path: "/status", cache: { never: "It looks at this moment." } },
];
const declared = cacheables(endpoints, pages);
const routes = new Routes([...endpoints, ...pages]);
const HOSTS = { PUBLIC_URL: undefined, ALLOWED_HOSTS: ["federation.example"], PORT: 3000 };
/** Where the connections arrive. */
const SOCKET = { localAddress: "::ffff:192.0.2.7", localPort: 3000 };

let cache: ResponseCache;
let hears: boolean;
let made: number;
beforeEach(() => {
  hears = true;
  made = 0;
  cache = new ResponseCache({ declared, hosts: HOSTS, isCaughtUp: () => hears });
});

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  isFinal?: true;
  isPartial?: true;
  make?: MakeResponse;
}
/** Requests an address. Each new response has a number. */
async function ask(
  url: string,
  { method = "GET", headers = {}, make, ...found }: Sent = {},
): Promise<CacheResult | null> {
  const all = { host: "federation.example", ...headers };
  const request = { method, url, headers: all, socket: SOCKET } as unknown as IncomingMessage;
  const route = routes.find(url.split("?", 1)[0] ?? "");
  if (!route) throw new Error("no route");
  const scope: RequestScope = { requestId: "", address: "", event: {}, ...found };
  const number = async () => {
    made += 1;
    return new BytesResponse(`response ${made}`, { headers: { "cache-control": "no-store" } });
  };
  return cache.respond({ request, route, scope, host: all.host }, make ?? number, (work) => work());
}
const outcome = async (...asked: Parameters<typeof ask>) => (await ask(...asked))?.outcome;
async function text(...asked: Parameters<typeof ask>): Promise<string> {
  const answer = await ask(...asked);
  if (answer === null) return "";
  if (answer.outcome === "bypass") return answer.made.text();
  const { identity } = answer.kept.bodies;
  return Buffer.from(answer.host === undefined ? identity : bodyFor(answer.host, identity)).toString();
}

describe("a stored response", () => {
  it("is one for an address in any spelling of its declared parameters", async () => {
    await ask("/agents?zone=a&limit=5");
    const same = ["/agents?limit=5&zone=a", "/agents?zone=%61&limit=5&other=1", "/agents?zone=a&zone=b&limit=5"];
    for (const url of same) expect(await outcome(url)).toBe("hit");
    for (const url of ["/agents?zone=b&limit=5", "/agents?zone=a", "/agents?zone=&limit=5"]) {
      expect(await outcome(url)).toBe("miss");
    }
    expect(await outcome("/agents?zone=a&limit=5", { method: "HEAD" })).toBe("hit");
  });

  it("for every caller and visitor, whatever they send, but not for a write or an endpoint that declares nothing", async () => {
    await ask("/agents");
    await ask("/health");
    for (const headers of [
      { authorization: "Bearer x" },
      { cookie: "a=b" },
      { cookie: "theme=dark; console-session=x" },
      { cookie: `theme=${"\t".repeat(15_000)};e` },
    ]) {
      expect(await outcome("/agents", { headers })).toBe("hit");
    }
    expect(await outcome("/agents", { method: "POST" })).toBe("bypass");
    expect(await outcome("/health")).toBe("bypass");
  });

  it("no error, no part of a response, no cookie, and nothing over 1 MB", async () => {
    const bodies: (() => Response)[] = [
      () => new BytesResponse("{}", { status: 404 }),
      () => new BytesResponse('{"anchors":[],"db_error":true}'),
      () => new BytesResponse("{}", { headers: { "set-cookie": "a=b" } }),
      () => new BytesResponse("x".repeat(1_048_577)),
    ];
    for (const body of bodies) {
      const make = async () => {
        made += 1;
        return body();
      };
      made = 0;
      for (let time = 0; time < 2; time += 1) await ask("/agents", { make });
      expect(made).toBe(2);
    }
    const quoted = async () => new BytesResponse(JSON.stringify({ name: '"db_error":true' }));
    await ask("/agents", { make: quoted });
    expect(await outcome("/agents")).toBe("hit");
  });

  it("no page that a part is missing of", async () => {
    await ask("/register", { isPartial: true });
    expect(await outcome("/register")).toBe("miss");
    expect(await outcome("/register")).toBe("hit");
  });

  it("a page for each theme, and none that says why it is never stored", async () => {
    const themes = ["theme=light", "theme=dark", undefined];
    for (const expected of ["miss", "hit"]) {
      for (const cookie of themes) {
        expect(await outcome("/register", { headers: cookie ? { cookie } : {} })).toBe(expected);
      }
    }
    expect(await outcome("/register", { headers: { cookie: "theme=anything" } })).toBe("hit");
    for (const url of ["/status", "/status"]) expect(await outcome(url)).toBe("bypass");
  });

  it("and is made from nothing but what its key has", async () => {
    const views: unknown[] = [];
    const make: MakeResponse = async (view) => {
      views.push(view);
      return null;
    };
    await ask("/register?utm=1&q=a%20b&q=c", { make, headers: { cookie: "theme=dark", "accept-language": "pl" } });
    await ask("/register?q=a", { make, headers: { cookie: "theme=light; other=1", authorization: "Bearer x" } });
    const address = "http://federation.example";
    expect(views).toEqual([
      { address, parameters: [["q", "a b"]], theme: "dark" },
      { address, parameters: [["q", "a"]], theme: "light" },
    ]);
  });

  it("one for each configured host, localhost and the address of arrival, and one for any number of others", async () => {
    const make: MakeResponse = async (view) => {
      made += 1;
      return new BytesResponse(`at ${view?.address}`);
    };
    const at = (host: string) => text("/about", { headers: { host }, make });
    for (const host of ["federation.example", "localhost:3000", "192.0.2.7:3000"]) {
      expect(await at(host)).toBe(`at http://${host}`);
    }
    expect(made).toBe(3);
    const others = [
      "localhost:1",
      "192.0.2.7:1",
      "[2001:db8::1]",
      ...Array.from({ length: 100 }, (_, n) => `9.9.9.${n}`),
    ];
    for (const host of others) expect(await at(host)).toBe(`at http://${host}`);
    // One for names and IPv4 addresses, and one for IPv6 addresses.
    expect(made).toBe(5);
    // A host that is not allowed gets the addresses of localhost.
    expect(await at("stranger.example")).toBe("at http://localhost:3000");
    expect(made).toBe(5);
  });

  it("for another host an error has that host, too", async () => {
    const make: MakeResponse = async (view) => new BytesResponse(`not at ${view?.address}`, { status: 404 });
    expect(await text("/about", { headers: { host: "9.9.9.9" }, make })).toBe("not at http://9.9.9.9");
  });

  it("a page is rendered for each other host, and they evict none of the rest", async () => {
    await ask("/register");
    const large = async () => new BytesResponse("x".repeat(1_000_000));
    for (let n = 0; n < 100; n += 1) await ask("/register", { headers: { host: `9.9.9.${n}` }, make: large });
    expect(await outcome("/register")).toBe("hit");
    expect(await outcome("/register", { headers: { host: "9.9.9.0" } })).toBe("miss");
  });
});

describe("dropped entries", () => {
  it("a change of a table drops only the responses made from it", async () => {
    for (const url of ["/agents", "/agents/a", "/log", "/about"]) await ask(url);
    cache.changes.onChange("audits");
    expect(await outcome("/agents/a")).toBe("miss");
    for (const url of ["/agents", "/agents/a", "/log", "/about"]) expect(await outcome(url)).toBe("hit");
    cache.changes.onChange("smoke_probe");
    expect(await outcome("/agents")).toBe("hit");
  });

  it("a final response stays when its table changes, and is dropped when anything may have changed; a build's stays", async () => {
    await ask("/log", { isFinal: true });
    await ask("/about");
    cache.changes.onChange("ledger_entries");
    expect(await outcome("/log")).toBe("hit");
    cache.changes.onLost();
    expect(await outcome("/log")).toBe("miss");
    expect(await outcome("/about")).toBe("hit");
  });

  it("what changes lives 60 seconds, whatever happens, and the rest longer", async () => {
    const clock = vi.spyOn(performance, "now");
    onTestFinished(() => clock.mockRestore());
    const begun = performance.now();
    const wait = async (milliseconds: number) => {
      clock.mockReturnValue(begun + milliseconds);
      // The store reads the clock once per millisecond.
      await sleep(10);
    };
    await wait(0);
    const urls = ["/agents", "/about"];
    for (const url of urls) await ask(url);
    await wait(59_000);
    for (const url of urls) expect(await outcome(url)).toBe("hit");
    await wait(61_000);
    expect([await outcome("/agents"), await outcome("/about")]).toEqual(["miss", "hit"]);
  });

  it("nothing is given or kept while changes are not heard, but what only the build decides", async () => {
    await ask("/agents");
    hears = false;
    expect(await text("/agents")).toBe("response 2");
    await ask("/about");
    expect(await outcome("/about")).toBe("hit");
    hears = true;
    expect(await text("/agents")).toBe("response 1");
  });

  it("a response that was computed before a change is not kept after it", async () => {
    let finish: (made: Response) => void = () => {};
    const slow = ask("/agents", { make: () => new Promise((resolve) => (finish = resolve)) });
    await new Promise(setImmediate);
    cache.changes.onChange("agents");
    finish(new BytesResponse("old"));
    expect((await slow)?.outcome).toBe("miss");
    expect(await text("/agents")).toBe("response 1");
  });
});

describe("requests at the same time", () => {
  it("share one computation, but none that began before a change", async () => {
    let finish: (made: Response) => void = () => {};
    const first = ask("/agents", { make: () => new Promise((resolve) => (finish = resolve)) });
    await new Promise(setImmediate);
    const second = text("/agents");
    await new Promise(setImmediate);
    cache.changes.onChange("agents");
    expect(await text("/agents")).toBe("response 1");
    finish(new BytesResponse("old"));
    expect([(await first)?.outcome, await second]).toEqual(["miss", "old"]);
    expect(await text("/agents")).toBe("response 1");
  });

  it("where the first fails the others have their own made", async () => {
    let fail: (error: Error) => void = () => {};
    const first = ask("/agents", { make: () => new Promise((_, reject) => (fail = reject)) });
    const outcome = expect(first).rejects.toThrow("not now");
    await new Promise(setImmediate);
    const second = text("/agents");
    await new Promise(setImmediate);
    fail(new Error("not now"));
    await outcome;
    expect(await second).toBe("response 1");
  });
});
