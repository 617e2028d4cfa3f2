import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { fetchExternal } from "@/lib/outgoing/request";
import { type HttpsServer, startHttpsServer } from "@/lib/outgoing/testing/https-server";
import { type DomainTerms, publishFor } from "../rules";
import { type DnsEntry, startDnsServer } from "../testing/dns-server";
import { checkHost } from "./check-host";

const terms: DomainTerms = {
  host: "atlas.example",
  origin: "fgs.test/log/council",
  did: "did:fed:s1:atlas",
  publicKey: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
  thumbprint: "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k",
};
const { dns, did_json } = publishFor(terms);
const NO_RECORD = "There is no TXT record at _fgs-challenge.atlas.example.";
const ADDRESS = "https://atlas.example/.well-known/did.json";

const entries = new Map<string, DnsEntry>();
let names: Awaited<ReturnType<typeof startDnsServer>>;
let server: HttpsServer;
let respond: (request: IncomingMessage, response: ServerResponse) => void;
/** The addresses that names have. */
let resolved: string[];

const missing = (_: IncomingMessage, response: ServerResponse) => void response.writeHead(404).end();
const document = (_: IncomingMessage, response: ServerResponse) => void response.end(JSON.stringify(did_json.document));

beforeAll(async () => {
  vi.stubEnv("OUTGOING_ALLOW", "127.0.0.1/32:*");
  names = await startDnsServer(entries);
  server = await startHttpsServer(
    (request, response) => respond(request, response),
    ["atlas.example", "other.example"],
  );
});
afterAll(async () => {
  names.stop();
  await server.stop();
});
beforeEach(() => {
  entries.clear();
  respond = missing;
  resolved = ["127.0.0.1"];
  server.asked.length = 0;
});

/** The server responds for every host, on its own port instead of 443. */
const request: typeof fetchExternal = (address, options) =>
  fetchExternal(address.replace(".example/", `.example:${server.port}/`), {
    ...options,
    authorities: server.authority.certificate,
    resolve: async () => resolved,
  });
const look = () => checkHost(terms, { dnsServers: [names.address], request });

describe("checkHost", () => {
  it("finds nothing if nothing is published, and says what it checked", async () => {
    expect(await look()).toEqual({
      method: null,
      problems: { dns: NO_RECORD, did_json: `${ADDRESS} responded with status 404.` },
    });
    expect(server.asked).toEqual(["/.well-known/did.json"]);
  });

  it("finds the TXT record, with any document", async () => {
    entries.set(dns.name, { txt: [["v=spf1 -all"], [dns.value.slice(0, 100), dns.value.slice(100)]] });
    expect(await look()).toEqual({ method: "dns" });
  });

  it("looks at the very host: records above and below it prove nothing", async () => {
    entries.set("_fgs-challenge.example", { txt: [[dns.value]] });
    entries.set("_fgs-challenge.www.atlas.example", { txt: [[dns.value]] });
    entries.set("atlas.example", { txt: [[dns.value]] });
    expect(await look()).toMatchObject({ method: null, problems: { dns: NO_RECORD } });
  });

  it("finds the document, also if the name servers fail", async () => {
    respond = document;
    expect(await look()).toEqual({ method: "did_json" });
    entries.set(dns.name, { code: 2 });
    expect(await look()).toEqual({ method: "did_json" });
  });

  it("takes a document after a redirect within the host, and none from another host", async () => {
    const redirect = (location: string) => (asked: IncomingMessage, response: ServerResponse) => {
      if (asked.url === "/.well-known/did.json") response.writeHead(302, { location }).end();
      else document(asked, response);
    };
    respond = redirect("/moved");
    expect(await look()).toEqual({ method: "did_json" });
    respond = redirect(`https://other.example:${server.port}/moved`);
    server.asked.length = 0;
    expect(await look()).toMatchObject({
      problems: { did_json: `${ADDRESS} redirects to another host, which is not allowed.` },
    });
    expect(server.asked).toEqual(["/.well-known/did.json"]);
    respond = redirect("/.well-known/did.json");
    expect(await look()).toMatchObject({ problems: { did_json: `${ADDRESS} could not be read.` } });
  });

  it("sends no request to a private, mapped, NAT64 or metadata address, even if it is only one of two addresses", async () => {
    respond = document;
    for (const address of ["10.0.0.1", "169.254.169.254", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "::1", "fd00::1"]) {
      for (resolved of [[address], ["127.0.0.1", address]]) {
        expect(await look()).toMatchObject({ problems: { did_json: `${ADDRESS} could not be read.` } });
      }
    }
    resolved = [];
    expect(await look()).toMatchObject({ problems: { did_json: `${ADDRESS} could not be read.` } });
    expect(server.asked).toEqual([]);
  });

  it.each<[string, (response: ServerResponse) => void, string]>([
    ["HTML", (response) => response.end("<!doctype html>"), "is not a DID document."],
    ["deep JSON", (response) => response.end("[".repeat(200_000)), "is not a DID document."],
    [
      "a foreign charset",
      (response) => response.end(Buffer.from(JSON.stringify(did_json.document), "utf16le")),
      "is not a DID document.",
    ],
    [
      "more than 256 kB",
      (response) => response.end(JSON.stringify(did_json.document).padEnd(262_145)),
      "could not be read.",
    ],
    [
      "100 MB, as it says",
      (response) => response.setHeader("content-length", 104_857_600).write("{"),
      "could not be read.",
    ],
    [
      "half a response",
      (response) => response.setHeader("content-length", 100).write("{", () => response.destroy()),
      "could not be read.",
    ],
    [
      "a failure",
      (response) => response.writeHead(500).end(JSON.stringify(did_json.document)),
      "responded with status 500.",
    ],
  ])("finds nothing in %s", async (_, send, fault) => {
    respond = (_request, response) => send(response);
    expect(await look()).toMatchObject({ problems: { did_json: `${ADDRESS} ${fault}` } });
  });

  it("finds nothing if the name servers do not respond or send garbage", async () => {
    entries.set(dns.name, { garbage: true });
    expect(await look()).toMatchObject({ problems: { dns: `The name servers did not respond for ${dns.name}.` } });
  });
});
