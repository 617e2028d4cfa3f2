import { generateKeyPairSync } from "node:crypto";
import { calculateJwkThumbprint, type JWK } from "jose";
import { describe, expect, it } from "vitest";
import { jwkOf, PublicKey } from "@/lib/identity/public-key";
import { type DomainTerms, faultOfDocument, faultOfRecords, publishFor } from "./rules";

const newJwk = (): JWK => generateKeyPairSync("ed25519").publicKey.export({ format: "jwk" });

async function newTerms(some: Partial<DomainTerms> = {}): Promise<DomainTerms> {
  const publicKey = some.publicKey ?? newJwk().x ?? "";
  const thumbprint = await calculateJwkThumbprint(jwkOf(publicKey));
  return {
    host: "atlas.example",
    origin: "fgs.test/log/council",
    did: "did:fed:s1:atlas",
    publicKey,
    thumbprint,
    ...some,
  };
}
const terms = await newTerms();
const { dns, did_json } = publishFor(terms);
type Json = Record<string, unknown>;
const document = did_json.document as Json & { verificationMethod: [Json]; service: [Json] };
const [method] = document.verificationMethod;
const [service] = document.service;
const faultOf = (changed: unknown) => faultOfDocument(JSON.stringify(changed), terms);

describe("the TXT record", () => {
  it("is the requested text, in one line", () => {
    expect(dns).toEqual({
      name: "_fgs-challenge.atlas.example",
      type: "TXT",
      value: `fgs-domain-proof=v1; origin=fgs.test/log/council; did=did:fed:s1:atlas; key=${terms.thumbprint}`,
    });
  });

  it("proves the host, alone or among others, with any spaces and order", () => {
    const others = ["v=spf1 -all", "", "fgs-domain-proof=v1", "fgs-domain-proof=v1; origin; did=; =; key=x"];
    expect(faultOfRecords([dns.value], terms)).toBeNull();
    expect(faultOfRecords([...others, dns.value], terms)).toBeNull();
    expect(faultOfRecords([dns.value.replaceAll("; ", ";")], terms)).toBeNull();
    const [label = "", ...named] = dns.value.split("; ");
    expect(faultOfRecords([[label, ...named.toReversed()].join(" ;  ")], terms)).toBeNull();
  });

  it.each<[string, (value: string) => string, string]>([
    ["another DID", (value) => value.replace("s1:atlas", "s1:atlas2"), "names another DID."],
    ["a DID in another case", (value) => value.replace("atlas;", "Atlas;"), "names another DID."],
    ["another key", (value) => value.slice(0, -1), "names another key."],
    ["another federation's origin", (value) => value.replace("fgs.test", "fgs.other"), "names another service."],
    ["a part of the terms", (value) => value.replace(/; did=[^;]*/, ""), "names another DID."],
    ["another version", (value) => value.replace("=v1", "=v2"), "are not a proof."],
    ["10 kB of text", (value) => value + "; x=".padEnd(10_240, "x"), "are not a proof."],
    ["text before it", (value) => `x ${value}`, "are not a proof."],
  ])("proves nothing with %s", (_, change, fault) => {
    expect(faultOfRecords([change(dns.value)], terms)).toBe(
      `The TXT record${fault.startsWith("are") ? "s" : ""} at ${dns.name} ${fault}`,
    );
  });

  it("is read among a hundred records, and no further", () => {
    const others = (count: number) => Array.from({ length: count }, (_, n) => `other ${n}`);
    expect(faultOfRecords([...others(99), dns.value], terms)).toBeNull();
    expect(faultOfRecords([...others(100), dns.value], terms)).not.toBeNull();
  });

  it("is reported as missing if there is none", () => {
    expect(faultOfRecords([], terms)).toBe("There is no TXT record at _fgs-challenge.atlas.example.");
  });
});

describe("the DID document", () => {
  it("proves the host as it is published, and within a document that has more", () => {
    expect(faultOf(document)).toBeNull();
    const more = {
      ...document,
      alsoKnownAs: ["x"],
      service: [{ id: "#a", type: "LinkedDomains" }, service],
      x: { y: 1 },
    };
    expect(faultOf(more)).toBeNull();
    expect(
      faultOf({
        ...document,
        service: [{ ...service, type: ["X", "FgsDomainProof"], serviceEndpoint: [service["serviceEndpoint"]] }],
      }),
    ).toBeNull();
  });

  it("proves several agents of one host, each by its own key", async () => {
    const other = await newTerms({ did: "did:fed:s1:bolt" });
    const { verificationMethod, service: services } = publishFor(other).did_json.document as typeof document;
    const both = {
      ...document,
      verificationMethod: [method, ...verificationMethod],
      service: [{ ...service, serviceEndpoint: [service["serviceEndpoint"], services[0]["serviceEndpoint"]] }],
    };
    expect(faultOf(both)).toBeNull();
    expect(faultOfDocument(JSON.stringify(both), other)).toBeNull();
    const crossed = { ...terms, did: other.did };
    expect(faultOfDocument(JSON.stringify(both), crossed)).toMatch(/names another/);
  });

  it("takes the key as multibase and a relative id, too, and P-256", async () => {
    const bytes = Buffer.concat([Buffer.from([0xed, 1]), Buffer.from(terms.publicKey, "base64url")]);
    const { publicKeyJwk: _, ...bare } = method;
    const multibase = { ...bare, type: "Multikey", publicKeyMultibase: `z${base58(bytes)}` };
    expect(faultOf({ ...document, verificationMethod: [multibase] })).toBeNull();
    expect(faultOf({ ...document, verificationMethod: [{ ...method, id: "#key-1" }] })).toBeNull();
    const ec = generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey.export({ format: "jwk" });
    const p256 = await newTerms({ publicKey: PublicKey.parse(ec) });
    expect(faultOfDocument(JSON.stringify(publishFor(p256).did_json.document), p256)).toBeNull();
  });

  const other = newJwk();
  it.each<[string, unknown, string]>([
    ["is of another host", { ...document, id: "did:web:other.example" }, "is the document of another DID"],
    [
      "is of a path below the host",
      { ...document, id: "did:web:atlas.example:agents" },
      "is the document of another DID",
    ],
    ["has no service", { ...document, service: undefined }, "has no service of type FgsDomainProof."],
    ["has a service of another type", { ...document, service: [{ ...service, type: "X" }] }, "has no service of type"],
    [
      "has an address for a service",
      { ...document, service: [{ ...service, serviceEndpoint: "https://x.example" }] },
      "has no service of type",
    ],
    ["lists no key", { ...document, verificationMethod: [] }, "does not list the key"],
    [
      "lists another key",
      { ...document, verificationMethod: [{ ...method, publicKeyJwk: other }] },
      "does not list the key",
    ],
    [
      "lists the key under another controller",
      { ...document, verificationMethod: [{ ...method, controller: "did:web:other.example" }] },
      "does not list the key",
    ],
    [
      "lists the key by another document's id",
      { ...document, verificationMethod: [{ ...method, id: "did:web:other.example#1" }] },
      "does not list the key",
    ],
    [
      "lists the key with its private part",
      {
        ...document,
        verificationMethod: [{ ...method, publicKeyJwk: { ...(method["publicKeyJwk"] as Json), d: "AA" } }],
      },
      "does not list the key",
    ],
    ["only refers to a key", { ...document, verificationMethod: [method["id"]] }, "does not list the key"],
    ["is a list", [document], "is not a DID document."],
    ["is text", "did:web:atlas.example", "is not a DID document."],
    ["is null", null, "is not a DID document."],
  ])("is no proof if it %s", (_, changed, fault) => {
    expect(faultOf(changed)).toContain(fault);
  });

  it.each([
    ["no JSON", "<!doctype html><title>Hello</title>"],
    ["nothing", ""],
    ["deep JSON", `${"[".repeat(100_000)}${"]".repeat(100_000)}`],
    ["half of it", JSON.stringify(document).slice(0, -1)],
    ["the document's text as a string", JSON.stringify(JSON.stringify(document))],
  ])("is no proof if it is %s", (_, text) => {
    expect(faultOfDocument(text, terms)).toMatch(/is not a DID document\.$/);
  });

  it("says which value of a service is wrong, and never what the document contains", () => {
    const naming = (changed: Json) =>
      faultOf({
        ...document,
        service: [{ ...service, serviceEndpoint: { ...(service["serviceEndpoint"] as Json), ...changed } }],
      });
    expect(naming({ origin: "<b>other</b>" })).toMatch(/names another service\.$/);
    expect(naming({ did: "did:fed:s1:x" })).toMatch(/names another DID\.$/);
    expect(naming({ key: 5 })).toMatch(/has no service of type/);
  });
});

/** Base58 as in multibase `z`. */
function base58(bytes: Buffer): string {
  const alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
  let text = "";
  for (let number = BigInt(`0x${bytes.toString("hex")}`); number > 0n; number /= 58n)
    text = alphabet[Number(number % 58n)] + text;
  return text;
}
