import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { fetchExternal, type OutgoingOptions, OutgoingRequestError } from "./request";
import { type HttpsServer, startHttpsServer } from "./testing/https-server";

const MEGABYTE = 1_048_576;
const NAMES = ["asked.example", "other.example", "xn--bcher-kva.example", "federation.example", "localhost"];

let server: HttpsServer;
let received: IncomingMessage | undefined;
let askedAt: string | undefined;

/** What the server does by path. A stranger's server may do all of this. */
const routes: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {
  "/hello": (_, response) => response.setHeader("x-made-by", "test").end("hello"),
  "/missing": (_, response) => response.writeHead(404).end("no"),
  "/packed": (_, response) => response.setHeader("content-encoding", "gzip").end(gzipSync("hello")),
  "/bomb": (_, response) => response.setHeader("content-encoding", "gzip").end(gzipSync(Buffer.alloc(100 * MEGABYTE))),
  "/packed-twice": (_, response) => response.setHeader("content-encoding", "gzip, gzip").end(gzipSync(gzipSync("x"))),
  "/unknown-packing": (_, response) => response.setHeader("content-encoding", "br").end("x"),
  "/broken-packing": (_, response) => response.setHeader("content-encoding", "gzip").end("no gzip"),
  "/cut-packing": (_, response) =>
    response.setHeader("content-encoding", "gzip").end(gzipSync(randomBytes(5_000)).subarray(0, 3_000)),
  "/exactly": (_, response) => response.end(Buffer.alloc(MEGABYTE)),
  "/one-more": (_, response) => response.write(Buffer.alloc(MEGABYTE), () => response.end("x")),
  "/said-100-mb": (_, response) => response.setHeader("content-length", 100 * MEGABYTE).write("x"),
  "/endless": (_, response) => {
    const send = () => response.destroyed || response.write(Buffer.alloc(65_536), () => setImmediate(send));
    send();
  },
  "/too-short": (_, response) => response.setHeader("content-length", 100).write("x", () => response.destroy()),
  "/too-long": (_, response) => response.socket?.end("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhello"),
  "/hang": () => {},
  "/hang-after-head": (_, response) => response.flushHeaders(),
  "/drip": (_, response) => {
    const drip = setInterval(() => response.write("x"), 20);
    response.on("close", () => clearInterval(drip));
  },
  "/many-100": (_, response) => {
    const drip = setInterval(() => response.writeContinue(), 5);
    response.on("close", () => clearInterval(drip));
  },
  "/no-http": (_, response) => response.socket?.end("SSH-2.0-OpenSSH_9.6\r\n"),
  "/large-head": (_, response) => response.setHeader("x-large", "x".repeat(40_000)).end("x"),
  "/upgrade": (_, response) =>
    response.socket?.end("HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n"),
  "/forever": (_, response) => response.writeHead(302, { location: "/forever" }).end(),
  "/three": (_, response) => response.writeHead(301, { location: "/two" }).end(),
  "/two": (_, response) => response.writeHead(307, { location: "/one" }).end(),
  "/one": (_, response) => response.writeHead(308, { location: "/hello" }).end(),
  "/four": (_, response) => response.writeHead(303, { location: "/three" }).end(),
  "/nowhere": (_, response) => response.writeHead(302).end("stay"),
};

beforeAll(async () => {
  vi.stubEnv("OUTGOING_ALLOW", "127.0.0.1/32:*");
  vi.stubEnv("PUBLIC_URL", "https://federation.example");
  vi.stubEnv("ALLOWED_HOSTS", "portal.example:8443");
  server = await startHttpsServer((request, response) => {
    received = request;
    askedAt = request.socket.localAddress;
    const { pathname, searchParams } = new URL(request.url ?? "", "https://x");
    const location = searchParams.get("to");
    if (location !== null) response.writeHead(302, { location }).end();
    else routes[pathname]?.(request, response);
  }, NAMES);
});
afterAll(() => server.stop());
beforeEach(() => {
  server.asked.length = 0;
});

const loopback = async () => ["127.0.0.1"];
/** @param address a path of the server, or a whole address */
const ask = (address: string, options: OutgoingOptions = {}) =>
  fetchExternal(address.startsWith("/") ? server.address + address : address, {
    authorities: server.authority.certificate,
    resolve: loopback,
    ...options,
  });
const asked = (name: string, path = "/hello") => `https://${name}:${server.port}${path}`;

/** The error of a request, which must fail. */
async function requestErrorOf(address: string, options?: OutgoingOptions): Promise<OutgoingRequestError> {
  const outcome = await ask(address, options).catch((error: unknown) => error);
  expect(outcome).toBeInstanceOf(OutgoingRequestError);
  return outcome as OutgoingRequestError;
}
const reasonOf = async (address: string, options?: OutgoingOptions) => (await requestErrorOf(address, options)).reason;

describe("a response", () => {
  it("is status, headers, bytes and address", async () => {
    const { status, headers, bytes, ...rest } = await ask("/hello#part");
    expect([status, headers.get("x-made-by"), Buffer.from(bytes).toString()]).toEqual([200, "test", "hello"]);
    expect(rest).toEqual({ address: `${server.address}/hello`, redirectedToHost: undefined });
  });

  it("may have any status", async () => {
    expect(await ask("/missing")).toMatchObject({ status: 404, bytes: Buffer.from("no") });
  });

  it("is unpacked", async () => {
    expect(Buffer.from((await ask("/packed")).bytes).toString()).toBe("hello");
  });

  it("may be of exactly as many bytes as are allowed", async () => {
    expect((await ask("/exactly")).bytes.length).toBe(MEGABYTE);
  });

  it("ends at its content-length", async () => {
    expect(Buffer.from((await ask("/too-long")).bytes).toString()).toBe("he");
  });

  it("is received for a POST with a body and headers", async () => {
    await ask("/hello", { method: "POST", body: "{}", headers: { "content-type": "application/json" } });
    expect(received).toMatchObject({ method: "POST", headers: { "content-length": "2", "content-type": /json/ } });
  });

  it("is received from a named host, with its name in the request", async () => {
    expect(await ask(asked("asked.example"))).toMatchObject({ status: 200 });
    expect(received?.headers.host).toBe(`asked.example:${server.port}`);
  });

  it.each([
    ["with a trailing dot", "asked.example."],
    ["in other letters", "ASKED.Example"],
    ["with letters beyond ASCII", "bücher.example"],
    ["in full-width letters", "ａｓｋｅｄ.example"],
  ])("is received from a named host %s", async (_, name) => {
    expect(await ask(asked(name))).toMatchObject({ status: 200 });
  });

  it("is received from localhost, if it is allowed, without name servers", async () => {
    const resolve = vi.fn(async () => ["127.0.0.1"]);
    expect(await ask(asked("localhost"), { resolve })).toMatchObject({ status: 200 });
    // Without the test's own look-up, ::1 is also an address, which this test does not allow.
    expect(await reasonOf(asked("localhost"), { resolve: undefined as never })).toBe("address");
  });
});

describe("an address is rejected before anything is sent", () => {
  it.each([
    ["that is none", "asked.example"],
    ["that is empty", "https://"],
    ["of another protocol", "ftp://asked.example/"],
    ["of a file", "file:///etc/passwd"],
    ["of data", "data:text/plain,x"],
    ["with a user", "https://user@asked.example/"],
    ["with a password", "https://:secret@asked.example/"],
    ["with two trailing dots", "https://asked.example../"],
    ["without https", "http://asked.example/"],
    ["that is private", "https://10.0.0.1/"],
    ["in decimal", "https://167772161/"],
    ["in octal", "https://012.0.0.1/"],
    ["in hex", "https://0x0a000001/"],
    ["in mixed parts", "https://0xa.1/"],
    ["in full-width digits", "https://１０.0.0.1/"],
    ["in other dots", "https://10。0。0。1/"],
    ["with a trailing dot", "https://10.0.0.1./"],
    ["of loopback in short", "https://127.1/"],
    ["of nothing", "https://0/"],
    ["of metadata", "https://169.254.169.254/latest/meta-data/"],
    ["of mapped loopback", "https://[::ffff:127.0.0.1]/"],
    ["of mapped metadata", "https://[::ffff:a9fe:a9fe]/"],
    ["of loopback over IPv6", "https://[::1]/"],
    ["of NAT64 metadata", "https://[64:ff9b::169.254.169.254]/"],
    ["of 6to4", "https://[2002:7f00:1::]/"],
    ["of Teredo", "https://[2001:0:7f00:1::]/"],
    ["on another port", "https://1.1.1.1:8443/"],
    ["on another port by http", "http://1.1.1.1/"],
  ])("%s: %s", async (_, address) => {
    const resolve = vi.fn(async () => ["1.1.1.1"]);
    const reason = await reasonOf(address, { resolve: address.includes("127.1") ? loopback : resolve, signal: soon() });
    // 127.1 is 127.0.0.1, which this test allows: nothing listens on its port 443.
    expect(reason).toBe(address.includes("127.1") ? "connection" : "address");
  });

  it.each([
    ["the host of PUBLIC_URL", "https://federation.example/"],
    ["it with a trailing dot", "https://federation.example./"],
    ["it in other letters", "https://FEDERATION.example/"],
    ["a host of ALLOWED_HOSTS", "https://portal.example:8443/"],
    ["the own port on loopback", "http://127.0.0.1:3000/"],
  ])("that is ours: %s", async (_, address) => {
    expect(await reasonOf(address)).toBe("own host");
  });

  it.each([
    ["private", ["10.0.0.1"]],
    ["public and private", ["1.1.1.1", "10.0.0.1"]],
    ["allowed and private", ["127.0.0.1", "127.0.0.2"]],
    ["public and mapped", ["1.1.1.1", "::ffff:127.0.0.1"]],
    ["private behind many", [...Array<string>(50).fill("1.1.1.1"), "fd00::1"]],
    ["no address", ["nonsense"]],
  ])("whose name servers return %s", async (_, addresses) => {
    expect(await reasonOf("https://asked.example/", { resolve: async () => addresses })).toBe("address");
    expect(await reasonOf(asked("asked.example"), { resolve: async () => addresses })).toBe("address");
    expect(server.asked).toEqual([]);
  });

  it("whose name has no address", async () => {
    expect(await reasonOf("https://asked.example/", { resolve: async () => [] })).toBe("name");
  });

  it("with a header that would be two", async () => {
    expect(await reasonOf("/hello", { headers: { accept: "x\r\nx-admin: 1" } })).toBe("connection");
    expect(server.asked).toEqual([]);
  });
});

describe("a connection", () => {
  it("uses the address that was checked, whatever a second look-up returns", async () => {
    const resolve = vi.fn(async () => ["127.0.0.2"]).mockResolvedValueOnce(["127.0.0.1"]);
    expect(await ask(asked("asked.example"), { resolve })).toMatchObject({ status: 200 });
    expect(resolve).toHaveBeenCalledTimes(1);
    expect(askedAt).toBe("127.0.0.1");
  });

  it("is verified: not by an unknown authority", async () => {
    expect(await reasonOf(server.address, { authorities: undefined as never })).toBe("connection");
  });

  it("is verified: not for another name", async () => {
    expect(await reasonOf(asked("foreign.example"))).toBe("connection");
  });

  it("is verified, though the environment switches it off", async () => {
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    expect(await reasonOf(server.address, { authorities: undefined as never })).toBe("connection");
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", undefined);
  });

  it("asks no proxy", async () => {
    for (const name of ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "ALL_PROXY"]) {
      vi.stubEnv(name, "http://127.0.0.1:9");
    }
    vi.stubEnv("NODE_USE_ENV_PROXY", "1");
    expect(await ask("/hello")).toMatchObject({ status: 200 });
  });
});

describe("a redirect", () => {
  it("is followed three times", async () => {
    expect(await ask("/three")).toMatchObject({ status: 200, address: `${server.address}/hello` });
    expect(server.asked).toEqual(["/three", "/two", "/one", "/hello"]);
  });

  it.each(["/four", "/forever"])("is not followed a fourth time: %s", async (path) => {
    expect(await reasonOf(path)).toBe("redirects");
    expect(server.asked).toHaveLength(4);
  });

  it("without an address is a response", async () => {
    expect(await ask("/nowhere")).toMatchObject({ status: 302 });
  });

  it("is not followed by a POST", async () => {
    expect(await reasonOf("/one", { method: "POST", body: "x" })).toBe("redirects");
    expect(server.asked).toEqual(["/one"]);
  });

  it.each([
    ["https://10.0.0.1/"],
    ["https://[::ffff:10.0.0.1]/"],
    ["//169.254.169.254/"],
    ["http://1.1.1.1/"],
    ["https://user@asked.example/"],
    ["file:///etc/passwd"],
    ["https://1.1.1.1:22/"],
    ["\\\\10.0.0.1\\x"],
  ])("is checked like the first address: %s", async (to) => {
    expect(await reasonOf(`/redirect?to=${encodeURIComponent(to)}`)).toBe("address");
  });

  it("is looked up and checked by its name", async () => {
    const resolve = async (name: string) => (name === "asked.example" ? ["127.0.0.1"] : ["10.0.0.1"]);
    const to = encodeURIComponent(asked("other.example"));
    expect(await reasonOf(asked("asked.example", `/?to=${to}`), { resolve })).toBe("address");
  });

  it("gets no headers", async () => {
    await ask("/one", { headers: { authorization: "Bearer secret", "x-own": "1" } });
    expect(received?.url).toBe("/hello");
    expect(Object.keys(received?.headers ?? {}).sort()).toEqual([
      "accept-encoding",
      "connection",
      "host",
      "user-agent",
    ]);
  });

  it("to another host is reported, also if it comes back", async () => {
    const back = asked("asked.example");
    const there = asked("other.example", `/?to=${encodeURIComponent(back)}`);
    const response = await ask(asked("asked.example", `/?to=${encodeURIComponent(there)}`));
    expect(response).toMatchObject({ address: back, redirectedToHost: `other.example:${server.port}` });
  });

  it("to another host is not followed if the host must stay", async () => {
    const to = encodeURIComponent(asked("other.example"));
    expect(await reasonOf(asked("asked.example", `/?to=${to}`), { stayOnHost: true })).toBe("other host");
    expect(server.asked).toHaveLength(1);
    expect(await ask("/one", { stayOnHost: true })).toMatchObject({ status: 200 });
  });
});

describe("an exempt address", () => {
  it("may be private, by http and on any port, but not its redirects", async () => {
    // 127.0.0.2 is not allowed in this test, and nothing listens there.
    const address = "http://127.0.0.2:9/";
    expect(await reasonOf(address)).toBe("address");
    expect(await reasonOf(address, { exempt: true })).toBe("connection");
    expect(await reasonOf(`/?to=${encodeURIComponent(address)}`, { exempt: true })).toBe("address");
  });
});

describe("a body is rejected that", () => {
  it.each([
    ["is one byte too long", "/one-more", "size"],
    ["has a content-length above the limit", "/said-100-mb", "size"],
    ["does not end", "/endless", "size"],
    ["unpacks to 100 MB", "/bomb", "size"],
    ["is compressed twice", "/packed-twice", "response"],
    ["has an unknown compression", "/unknown-packing", "response"],
    ["has an invalid compression", "/broken-packing", "connection"],
    ["is compressed and cut off", "/cut-packing", "connection"],
    ["is shorter than its content-length", "/too-short", "connection"],
    ["is not HTTP", "/no-http", "connection"],
    ["comes with headers of 40 KB", "/large-head", "connection"],
    ["is another protocol", "/upgrade", "connection"],
  ])("%s", async (_, path, reason) => {
    expect(await reasonOf(path)).toBe(reason);
  });
});

describe("the deadline ends", () => {
  const short = { deadlineMilliseconds: 300 };

  it.each([
    ["no response", "/hang"],
    ["a head without a body", "/hang-after-head"],
    ["a body that drips", "/drip"],
    ["a head that drips", "/many-100"],
  ])("%s", async (_, path) => {
    expect(await reasonOf(path, short)).toBe("deadline");
  });

  it("a look-up that gets no response", async () => {
    expect(await reasonOf(asked("asked.example"), { ...short, resolve: () => new Promise(() => {}) })).toBe("deadline");
  });

  it("all redirects together", async () => {
    const to = encodeURIComponent(`${server.address}/drip`);
    expect(await reasonOf(`/?to=${to}`, short)).toBe("deadline");
  });
});

it("the caller can end a request, before and during it", async () => {
  expect(await reasonOf("/hello", { signal: AbortSignal.abort() })).toBe("ended");
  expect(await reasonOf("/drip", { signal: AbortSignal.timeout(200) })).toBe("ended");
});

it("every failure has the same message, which reveals nothing about the network", async () => {
  const failures = [
    requestErrorOf("https://10.0.0.1/"),
    requestErrorOf("https://asked.example/", { resolve: async () => [] }),
    requestErrorOf("https://127.0.0.1:9/"),
    requestErrorOf(asked("foreign.example")),
    requestErrorOf("/bomb"),
    requestErrorOf("/forever"),
    requestErrorOf("/no-http"),
  ];
  const sentences = new Set((await Promise.all(failures)).map(({ message }) => message));
  expect([...sentences]).toEqual([
    "The address must be public, use https on port 443, and respond within 10 seconds, 1 MB and three redirects.",
  ]);
});

/** Ends a connection that leads nowhere, such as one to a public address from a machine without a network. */
function soon(): AbortSignal {
  return AbortSignal.timeout(5_000);
}
