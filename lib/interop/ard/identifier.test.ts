import { expect, it } from "vitest";
import { memberIdentity, memberUrn, ownUrn, publisherOf, readUrn } from "./identifier";

/** ARD's own pattern, v0.9 and v0.91. */
const URN = /^urn:air:[a-zA-Z0-9.-]+(:[a-zA-Z0-9._-]+)+$/;

it.each([
  ["https://fed.example", "fed.example", "example.fed", "did:web:fed.example"],
  ["https://fed.example:8443/", "fed.example", "example.fed", "did:web:fed.example%3A8443"],
  ["https://fed.example/path", "fed.example", "example.fed", null],
  ["https://bücher.example", "xn--bcher-kva.example", "example.xn--bcher-kva", "did:web:xn--bcher-kva.example"],
  [undefined, "localhost", "localhost", null],
])("PUBLIC_URL %s publishes as %s", (PUBLIC_URL, host, reversed, webDid) => {
  expect(publisherOf({ PUBLIC_URL })).toEqual({ host, reversed, webDid });
});

it("an address in brackets still gives identifiers that ARD takes", () => {
  expect(ownUrn(publisherOf({ PUBLIC_URL: "https://[2001:db8::1]" }), "registry", "agents")).toMatch(URN);
});

it("a member's identifier and identity name the same host, for any DID", () => {
  const publisher = publisherOf({ PUBLIC_URL: "https://fed.example" });
  for (const did of [
    "did:fed:s1:atlas",
    "did:fed:s1:a%2Fb",
    "did:fed:s1:A_b.c-d:e",
    `did:fed:s1:${"x.".repeat(110)}`,
  ]) {
    const urn = memberUrn(publisher, did);
    expect(urn).toMatch(URN);
    expect(urn.length).toBeLessThanOrEqual(255);
    expect(readUrn(urn)).toEqual({ host: "fed.example", path: ["agent", urn.split(":").at(-1)] });
    expect(memberIdentity(publisher, did)).toMatch(/^did:web:fed\.example:agents:[A-Za-z0-9_-]+$/);
  }
  expect(memberIdentity(publisherOf({}), "did:fed:s1:atlas")).toBeNull();
});

it.each([
  ["urn:air:fed.example:agent:x", { host: "fed.example", path: ["agent", "x"] }],
  ["urn:ai:fed.example:agent:x", { host: "fed.example", path: ["agent", "x"] }],
  ["urn:air:fed.example:x", { host: "fed.example", path: ["x"] }],
  ["urn:air:fed.example", null],
  ["urn:air:fed.example:", null],
  ["urn:airs:fed.example:x", null],
  ["URN:AIR:fed.example:x", null],
  ["urn:air:fed.example:a/b", null],
  ["urn:air:fed.example:a\n", null],
  ["", null],
])("%j is read as %j", (asked, read) => {
  expect(readUrn(asked)).toEqual(read);
});
