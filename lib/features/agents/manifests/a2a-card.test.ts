import { describe, expect, it } from "vitest";
import { z } from "zod";
import { completeRecord } from "../rules";
import { registrationOfCard } from "./a2a-card";

/** As 0.3 has it: one `url`, further ones in `additionalInterfaces`. */
const CARD_0_3 = {
  protocolVersion: "0.3.0",
  name: "GeoSpatial Route Planner",
  description: "Plans routes, with traffic and custom maps.",
  url: "https://georoute.example.com/a2a/v1",
  preferredTransport: "JSONRPC",
  additionalInterfaces: [{ url: "https://georoute.example.com/a2a/grpc", transport: "GRPC" }],
  provider: { organization: "Example Geo Services", url: "https://www.example.com" },
  version: "1.2.0",
  capabilities: { streaming: true, pushNotifications: true, stateTransitionHistory: false },
  defaultInputModes: ["application/json", "text/plain"],
  defaultOutputModes: ["application/json"],
  skills: [
    {
      id: "route-optimizer",
      name: "Traffic-aware route optimizer",
      description: "Finds the fastest way between two points.",
      tags: ["maps", "routing"],
      examples: ["Plan a route from Mountain View to the airport that avoids tolls."],
    },
    { id: "map-maker", description: "Draws a map.", tags: ["maps"] },
  ],
};

/** As 1.0 has it: addresses only in `supportedInterfaces`. */
const CARD_1_0 = {
  name: "Research Agent",
  description: "Searches documentation and summarises what it finds.",
  version: "1.0.0",
  supportedInterfaces: [
    { url: "https://research.example.com/a2a/v1", protocolBinding: "JSONRPC", protocolVersion: "1.0" },
    { url: "https://research.example.com/a2a/rest", protocolBinding: "HTTP+JSON", protocolVersion: "1.0" },
  ],
  capabilities: { streaming: true, extendedAgentCard: true },
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [{ id: "web", name: "Web research", description: "Searches the web.", tags: ["search"] }],
};

const didOf = (fields: object) => registrationOfCard({ name: "Agent", skills: [], ...fields }).did;

describe("an agent card", () => {
  it("of 0.3 becomes the manifest, with name, provider, flags and skills", () => {
    const registration = registrationOfCard({ ...CARD_0_3, role: "planner" });
    expect(registration).toMatchObject({
      did: "did:a2a:default:georoute.example.com:a2a:v1",
      name: "GeoSpatial Route Planner",
      provider: "Example Geo Services",
      role: "planner",
      capabilities: ["a2a", "streaming", "pushNotifications"],
    });
    expect(registration.capability_manifest).toEqual({ ...CARD_0_3, role: "planner" });
    expect(completeRecord(registration).skills).toEqual(["Traffic-aware route optimizer", "map-maker"]);
  });

  it("of 1.0 is known by its first interface", () => {
    expect(registrationOfCard(CARD_1_0)).toMatchObject({
      did: "did:a2a:default:research.example.com:a2a:v1",
      capabilities: ["a2a", "streaming", "extendedAgentCard"],
    });
  });

  it("keeps its DID when it moves from 0.3 to 1.0", () => {
    const { url, ...card } = CARD_0_3;
    const moved = { ...card, supportedInterfaces: [{ url, protocolBinding: "JSONRPC", protocolVersion: "1.0" }] };
    expect(didOf(moved)).toBe(didOf(CARD_0_3));
  });

  it.each(["trust_tier", "status", "public_key", "is_demo"])("cannot give itself %s", (field) => {
    expect(registrationOfCard({ ...CARD_0_3, [field]: "T4" })).not.toHaveProperty(field);
  });
});

describe("a card's DID", () => {
  it("is its own if that is well-formed", () => {
    expect(didOf({ did: "did:fed:s1:atlas", url: "https://example.com/a" })).toBe("did:fed:s1:atlas");
  });

  it.each([
    ["none", undefined],
    ["without a zone", "did:web:example.com"],
    ["with HTML", "did:fed:s1:<b>x</b>"],
    ["too long", `did:fed:s1:${"x".repeat(255)}`],
    ["no text", { did: "did:fed:s1:x" }],
  ])("is built from the address if it is %s", (_, did) => {
    expect(didOf({ did, url: "https://example.com/a" })).toBe("did:a2a:default:example.com:a");
  });

  it.each([
    ["https://EXAMPLE.com/Agents/One/", "example.com:Agents:One"],
    ["http://user:secret@example.com:8080/#top", "example.com%3A8080"],
    ["https://example.com/run?agent=1&x=~", "example.com:run%3Fagent%3D1%26x%3D%7E"],
    ["https://bücher.example/zß/%c3%9f", "xn--bcher-kva.example:z%C3%9F:%C3%9F"],
    ["https://example.com//a", "example.com::a"],
    ["https://[2001:db8::1]/a", "%5B2001%3Adb8%3A%3A1%5D:a"],
  ])("of %s is %s", (url, name) => {
    expect(didOf({ url })).toBe(`did:a2a:default:${name}`);
  });

  it("differs if host, port, path, query, tenant, organisation or name differ", () => {
    const addresses = ["", "/a", "/a/b", "/a%2Fb", "/a?b", "/a?b=1", "/A", ":8443/a"].map((rest) => ({
      url: `https://example.com${rest}`,
    }));
    const tenants = ["", "x", "y/z", "y%2Fz"].map((tenant) => ({
      supportedInterfaces: [{ url: "https://example.com/t", tenant }],
    }));
    const names = ["a b", "a-b", "A b", "a%20b", "агент", "智能体", "a:b"].flatMap((name) => [
      { name },
      { name, provider: { organization: "Acme" } },
    ]);
    const dids = [...addresses, ...tenants, ...names].map(didOf);
    expect(new Set(dids).size).toBe(dids.length);
  });

  it.each(["http://localhost:9999/", "http://127.0.0.1:1/", "http://[::1]/", "{host}/a2a", "javascript:alert(1)", ""])(
    "is built from organisation and name if the address %j is not public",
    (url) => {
      const provider = { organization: "Acme Inc." };
      expect(didOf({ url, provider })).toBe("did:a2a:default:unhosted:Acme%20Inc.:Agent");
      expect(didOf({ url })).toBe("did:a2a:default:unhosted::Agent");
    },
  );
});

describe("a hostile card", () => {
  it.each([
    ["no name", { ...CARD_0_3, name: undefined }],
    ["a blank name", { ...CARD_0_3, name: "  " }],
    ["a name that is no text", { ...CARD_0_3, name: { toString: "x" } }],
    ["a huge name", { ...CARD_0_3, name: "x".repeat(100_000) }],
    ["a huge organisation", { ...CARD_0_3, provider: { organization: "x".repeat(201) } }],
    ["an address too long for a DID", { ...CARD_0_3, url: `https://example.com/${"x".repeat(255)}` }],
    ["an array for a card", [CARD_0_3]],
    ["a name that shows nothing", { ...CARD_0_3, name: "\u3164\u200d" }],
    ["null", null],
    ["a text", "card"],
  ])("with %s is refused", (_, card) => {
    expect(() => registrationOfCard(card)).toThrow(z.ZodError);
  });

  it("with fields of the wrong type is read as far as it goes", () => {
    const card = {
      name: "Odd",
      url: 7,
      role: ["x"],
      provider: "Acme",
      capabilities: [true],
      supportedInterfaces: [null, { url: 1 }, { url: "https://odd.example/" }],
      skills: [null, "plain", { id: 4 }, { name: "good" }],
    };
    const registration = registrationOfCard(card);
    expect(registration).toMatchObject({ did: "did:a2a:default:odd.example", provider: "", capabilities: ["a2a"] });
    expect(completeRecord(registration)).toMatchObject({ role: "", skills: ["plain", "good"] });
  });

  it("with HTML and a lone surrogate in its name stays text, and has a DID all the same", () => {
    const name = '<img src=x onerror="alert(1)">\ud800';
    const registration = registrationOfCard({ name, skills: [] });
    expect(registration.name).toBe(name);
    expect(registration.did).toMatch(/^did:a2a:default:unhosted::%3Cimg[A-Za-z0-9%._-]+$/);
  });

  it("with a thousand skills names at most two hundred, and has no more", () => {
    const many = (length: number) => Array.from({ length }, (_, index) => ({ name: `Skill ${index}` }));
    expect(completeRecord(registrationOfCard({ name: "Many", skills: many(1_000) })).skills).toHaveLength(200);
    expect(() => registrationOfCard({ name: "Many", skills: many(1_001) })).toThrow("at most 1000 items");
    expect(() => registrationOfCard({ name: "Long", skills: [{ name: "x".repeat(201) }] })).toThrow("200 characters");
  });
});
