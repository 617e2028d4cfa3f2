import { compactVerify, createLocalJWKSet } from "jose";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { type Context, systemContext } from "@/lib/authority/context";
import { listKeys } from "@/lib/authority/keys";
import { testDatabase } from "@/lib/database/testing/test-database";
import { registerAgent } from "@/lib/features/agents/service/register";
import { memberUrn } from "../identifier";
import { type ArdEntry, CARD, MCP_SERVER, PROFILE } from "../schema";
import { ConformingEntry, ConformingManifest } from "../testing/conformance";
import { didOf, LONG, MEMBERS, NOT_OFFERED, ORIGIN, PUBLISHER, plain, registerMembers } from "../testing/members";
import { lookUpArd } from "./look-up";
import { publishManifest } from "./publish";

vi.stubEnv("PUBLIC_URL", ORIGIN);

const database = testDatabase();
let ctx: Context;
beforeAll(async () => {
  ctx = systemContext(database());
  await registerMembers(ctx);
});

const entryOf = (did: string) => lookUpArd(ctx, memberUrn(PUBLISHER, did), ORIGIN);

describe("the manifest", () => {
  it("fits the strict schema of v0.9 and the one of v0.91, for any members' texts", async () => {
    const manifest = plain(await publishManifest(ctx, ORIGIN));
    expect(ConformingManifest.safeParse(manifest).error).toBeUndefined();
    expect(manifest.host.identifier).toBe("did:web:fed.example");
    expect(manifest.entries.slice(0, 3).map((entry: ArdEntry) => [entry.identifier, entry.url])).toEqual([
      ["urn:air:fed.example:service:governance", `${ORIGIN}/openapi.json`],
      ["urn:air:fed.example:registry:agents", `${ORIGIN}/api/ard/`],
      ["urn:air:fed.example:server:mcp", undefined],
    ]);
  });

  it("offers active members alone, those first that rank highest", async () => {
    const { entries } = await publishManifest(ctx, ORIGIN);
    const members = entries.slice(3);
    expect(members.map(didOf).toSorted()).toEqual(
      MEMBERS.map(({ did }) => did)
        .filter((did) => !NOT_OFFERED.includes(did))
        .toSorted(),
    );
    const scores = members.map(({ metadata }) => Number(metadata?.["example.fed.trustScore"]));
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  });

  it("has at most 100 members", async () => {
    for (let n = 0; n < 100; n += 1) await registerAgent(ctx, { did: `did:fed:s4:small-${n}`, name: "Small" });
    expect((await publishManifest(ctx, ORIGIN)).entries).toHaveLength(103);
  });

  it("has at most 512 KB, though each member says as much as it can", async () => {
    const { skills, capability_manifest: _, ...rest } = MEMBERS[5] ?? { did: "" };
    const endpoints = [{ protocol: "a2a" as const, url: `https://big.example/${"a".repeat(2_000)}` }];
    for (let n = 0; n < 100; n += 1)
      await registerAgent(ctx, { ...rest, skills: skills?.slice(0, 5), endpoints, did: `did:fed:s3:big-${n}` });
    const manifest = await publishManifest(ctx, ORIGIN);
    expect(manifest.entries.length).toBeLessThan(103);
    expect(manifest.entries.length).toBeGreaterThan(10);
    expect(Buffer.byteLength(JSON.stringify(manifest))).toBeLessThanOrEqual(512_000);
  });
});

describe("an entry", () => {
  it("carries the signed statement of the standing, which the published keys verify", async () => {
    const { trustManifest } = await entryOf("did:fed:s1:glossa");
    expect(trustManifest).toMatchObject({
      identity: "did:web:fed.example:agents:did_3afed_3as1_3aglossa",
      identityType: "did",
      trustSchema: { governanceUri: `${ORIGIN}/rfcs/4` },
    });
    const [attestation] = trustManifest?.attestations ?? [];
    const [, jws = ""] = /^data:application\/trust\+jwt,(.+)$/.exec(attestation?.uri ?? "") ?? [];
    const { payload, protectedHeader } = await compactVerify(jws, createLocalJWKSet(await listKeys(ctx)));
    expect(protectedHeader).toMatchObject({ alg: "EdDSA", typ: "trust+jwt" });
    const claims = JSON.parse(new TextDecoder().decode(payload));
    expect(claims).toMatchObject({
      ...{ iss: ORIGIN, sub: "did:fed:s1:glossa", did: "did:fed:s1:glossa", trust_tier: "T1", status: "active" },
    });
    expect(claims.exp - claims.iat).toBe(900);
    expect(claims.exp).toBeGreaterThan(Date.now() / 1_000);
    expect(claims.signals.length).toBeGreaterThan(0);
  });

  it("leads to the card or server that the member sent, to a card of its record, or to its profile", async () => {
    const profile = (did: string) => `${ORIGIN}/api/agents/${encodeURIComponent(did)}`;
    const [glossa, kantele, bare, tally] = await Promise.all(
      ["did:fed:s1:glossa", "did:fed:s1:kantele", "did:fed:s2:bare-a2a", "did:fed:s2:tally"].map(entryOf),
    );
    expect(glossa).toMatchObject({ type: CARD, url: `${profile("did:fed:s1:glossa")}/card` });
    expect(kantele).toMatchObject({
      type: MCP_SERVER,
      data: { remotes: [{ type: "streamable-http", url: "https://kantele.example/mcp" }] },
    });
    expect(bare).toMatchObject({
      type: CARD,
      data: { name: "Bare", supportedInterfaces: [{ url: "https://bare.example", protocolBinding: "JSONRPC" }] },
    });
    expect(tally).toMatchObject({ type: PROFILE, url: profile("did:fed:s2:tally") });
    expect(glossa?.representativeQueries).toEqual([
      ...["What does this lease say?", "Put it in English.", "Translate contracts", "Leases.", "Glossa"],
    ]);
  });

  it("is found by its identifier, one of a long DID by the hash in it", async () => {
    for (const { did } of MEMBERS.slice(0, 6)) {
      const entry = plain(await entryOf(did));
      expect(ConformingEntry.safeParse(entry).error).toBeUndefined();
      expect(didOf(entry)).toBe(did);
      expect(entry).not.toHaveProperty("score");
    }
    expect(memberUrn(PUBLISHER, LONG)).toMatch(/:[0-9a-f]{64}$/);
    const own = await lookUpArd(ctx, "urn:air:fed.example:registry:agents", ORIGIN);
    expect(own.url).toBe(`${ORIGIN}/api/ard/`);
    const old = await lookUpArd(ctx, "urn:ai:fed.example:agent:did_3afed_3as1_3aglossa", ORIGIN);
    expect(old.identifier).toBe("urn:air:fed.example:agent:did_3afed_3as1_3aglossa");
  });

  it.each([
    ...NOT_OFFERED.map((did) => memberUrn(PUBLISHER, did)),
    "urn:air:other.example:agent:did_3afed_3as1_3aglossa",
    "urn:air:fed.example:agent:did_3Afed_3As1_3Aglossa",
    "urn:air:fed.example:agent:did_3afed_3as1_3aglossa:more",
    "urn:air:fed.example:agent",
    "urn:air:fed.example:agent:_00",
    "urn:air:fed.example:agent:_ff_fe",
    `urn:air:fed.example:agent:${"0".repeat(64)}`,
    "urn:air:fed.example:registry:nobody",
    "urn:air:ard-conformance.invalid:probe:not-found",
  ])("%s is not found", async (identifier) => {
    await expect(lookUpArd(ctx, identifier, ORIGIN)).rejects.toMatchObject({ kind: "notFound" });
  });

  it.each([
    "not-a-valid-ard-urn",
    "",
    "urn:air:fed.example",
    "urn:air:fed.example:a b",
    "urn:air:\0:x",
    "did:fed:s1:glossa",
  ])("%j is no identifier", async (identifier) => {
    await expect(lookUpArd(ctx, identifier, ORIGIN)).rejects.toMatchObject({ kind: "malformed" });
  });
});
