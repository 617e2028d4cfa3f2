import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { agents } from "@/lib/database/schema/agents";
import { applications } from "@/lib/database/schema/applications";
import type { RegisterAgent } from "@/lib/features/agents/schema";
import { grantTier } from "@/lib/features/agents/service/grant-tier";
import { importAgent } from "@/lib/features/agents/service/import";
import { getAgent } from "@/lib/features/agents/service/read";
import { setStatus } from "@/lib/features/agents/service/set-status";
import { settings } from "@/lib/foundation/env";
import { fetchExternal } from "@/lib/outgoing/request";
import { type HttpsServer, startHttpsServer } from "@/lib/outgoing/testing/https-server";
import { ann, applicationFixtures } from "../testing/fixtures";
import { agentForm } from "../testing/form";
import { getApplicationBySecret } from "./by-secret";
import { checkClaim, provesClaim } from "./check-claim";
import { claimToken } from "./claim";
import { approveApplication } from "./decide";
import { getApplication } from "./read";

vi.stubEnv("OUTGOING_ALLOW", "127.0.0.0/8:*");
const { database, by, visitor, sent } = applicationFixtures();
const HOSTS = [
  ...["raw.githubusercontent.com", "maker.github.io", "shop.example", "cards.example", "lists.example"],
  ...["other.example"],
];

let server: HttpsServer;
/** The files of all hosts, by their addresses. A function answers itself. */
const files = new Map<string, string | { location: string }>();
beforeAll(async () => {
  server = await startHttpsServer((request, response) => {
    const file = files.get(`https://${request.headers.host?.replace(/:\d+$/, "")}${request.url}`);
    if (file === undefined) return void response.writeHead(404).end();
    if (typeof file === "object") return void response.writeHead(302, file).end();
    response.writeHead(200, { "content-type": "text/plain" }).end(file);
  }, HOSTS);
});
afterAll(() => server.stop());
beforeEach(() => files.clear());

/** Requests an address at the test's server, which has every host's name on its certificate. */
const ask: typeof fetchExternal = async (address, options) => {
  const { hostname, pathname } = new URL(address);
  const response = await fetchExternal(`https://${hostname}:${server.port}${pathname}`, {
    ...options,
    authorities: server.authority.certificate,
    resolve: async () => ["127.0.0.1"],
  });
  return { ...response, address: response.address.replace(`:${server.port}`, "") };
};

/** Lists a record as an import does. */
async function listed(record: RegisterAgent): Promise<string> {
  const isFollowed = record.did.startsWith("did:ard:");
  const followed = { source: "the catalogue of lists.example", url: "https://lists.example" };
  const source = { kind: "a2a-card", bytes: Buffer.from(JSON.stringify(record)) } as const;
  await importAgent(by({ kind: "system" }), record, source, isFollowed ? { followed } : {});
  return record.did;
}
const apply = (did: string) => sent(agentForm({ did }));
const codeOf = async (secret: string) => (await getApplicationBySecret(visitor(), { secret })).proof?.code ?? "";
const check = (secret: string) => checkClaim(visitor(), { secret }, ask);
const claim = (secret: string) => claimToken(visitor(), { secret }, ask);
const WELL_KNOWN = "/.well-known/agent-federation-claim";
let names = 0;
const name = () => {
  names += 1;
  return `tool-${names}`;
};

const PROOFS: [string, () => { record: RegisterAgent; place: string }][] = [
  [
    "the host of the namespace",
    () => ({ record: { did: `did:mcp:default:example.shop:${name()}` }, place: `https://shop.example${WELL_KNOWN}` }),
  ],
  [
    "a repository of the owner in the namespace",
    () => {
      const tool = name();
      return {
        record: { did: `did:mcp:default:io.github.Maker:${tool}`, repository: "https://github.com/maker/tools.git" },
        place: "https://raw.githubusercontent.com/Maker/tools/HEAD/.agent-federation-claim",
      };
    },
  ],
  [
    "the site of the owner in the namespace",
    () => ({
      record: { did: `did:mcp:default:io.github.Maker:${name()}` },
      place: `https://maker.github.io${WELL_KNOWN}`,
    }),
  ],
  [
    "the host in the DID of a card",
    () => ({ record: { did: `did:a2a:default:cards.example:${name()}` }, place: `https://cards.example${WELL_KNOWN}` }),
  ],
  [
    "the host in the DID of an entry of a catalogue",
    () => ({ record: { did: `did:ard:default:lists.example:${name()}` }, place: `https://lists.example${WELL_KNOWN}` }),
  ],
];

describe("a listed record is claimed by a code at", () => {
  it.each(PROOFS)("%s: it is active and T1, and no longer listed", async (_, make) => {
    const { record, place } = make();
    const did = await listed(record);
    const { id, secret } = await apply(did);
    files.set(place, `# Claim\n${await codeOf(secret)}\n`);
    expect(provesClaim(await check(secret))).toBe(true);
    const { application } = await getApplication(by(ann), { id });
    expect(application.claim_check?.places).toContainEqual({ address: place, proves: true, problem: null });
    expect(application.status).toBe("pending");
    await approveApplication(by(ann), { id, tier: null, note: "" });
    expect((await claim(secret)).token).toMatch(/^fgs_/);
    const agent = await getAgent(visitor(), { did });
    expect(agent).toMatchObject({ status: "active", trust_tier: "T1", claim_proof: place });
    expect(agent.listed_from).toBeUndefined();
  });
});

describe("with CLAIMS=proven", () => {
  beforeAll(() => void Object.assign(settings(), { CLAIMS: "proven" }));
  afterAll(() => void Object.assign(settings(), { CLAIMS: "operator" }));

  it("a proof approves the application at once, also for a DID that nobody has listed", async () => {
    const did = `did:mcp:default:example.shop:${name()}`;
    const { id, secret } = await apply(did);
    await check(secret);
    expect((await getApplication(by(ann), { id })).application.status).toBe("pending");
    await database().update(applications).set({ claimCheck: null }).where(eq(applications.id, id));
    files.set(`https://shop.example${WELL_KNOWN}`, await codeOf(secret));
    await check(secret);
    expect((await getApplication(by(ann), { id })).application).toMatchObject({
      status: "approved",
      decided_by: "system",
      granted_tier: null,
    });
    expect((await claim(secret)).token).toMatch(/^fgs_/);
    expect(await getAgent(visitor(), { did })).toMatchObject({
      status: "unverified",
      claim_proof: `https://shop.example${WELL_KNOWN}`,
    });
  });

  it("a place that only the record names approves nothing, but the operator sees what was found", async () => {
    const did = await listed({
      did: `did:mcp:default:${name()}`,
      repository: "https://github.com/stranger/tools",
      endpoints: [{ protocol: "mcp", url: "https://other.example/mcp" }],
    });
    const { id, secret } = await apply(did);
    const address = "https://raw.githubusercontent.com/stranger/tools/HEAD/.agent-federation-claim";
    files.set(address, await codeOf(secret));
    await check(secret);
    const { application } = await getApplication(by(ann), { id });
    expect(application.status).toBe("pending");
    expect(application.claim_check?.places).toEqual([
      { address, proves: false, problem: null },
      {
        address: `https://other.example${WELL_KNOWN}`,
        proves: false,
        problem: "has the response status 404",
      },
    ]);
  });
});

describe("nothing is handed over for", () => {
  const place = `https://shop.example${WELL_KNOWN}`;
  const start = async () => {
    const did = await listed({ did: `did:mcp:default:example.shop:${name()}` });
    return apply(did);
  };
  const problemOf = async (secret: string) => (await check(secret)).places[0]?.problem;

  it.each([
    [
      "a code of another application",
      "fgs-claim-0123456789012345678901234567890123456789",
      /does not contain the code/,
    ],
    ["10 MB", "x".repeat(10_000_000), /could not be read/],
    ["a redirect to another host", { location: "https://other.example/x" }, /could not be read/],
    ["a redirect on the same host", { location: "/elsewhere" }, /could not be read/],
  ])("%s", async (_, file, problem) => {
    const { secret, did } = await start();
    files.set(place, file);
    files.set("https://other.example/x", await codeOf(secret));
    files.set("https://shop.example/elsewhere", await codeOf(secret));
    expect(await problemOf(secret)).toMatch(problem);
    expect((await getAgent(visitor(), { did })).listed_from).toBeDefined();
  });

  it("an address of this network, in the same words as for every other failure", async () => {
    const { secret } = await start();
    const toPrivate: typeof fetchExternal = (address, options) =>
      fetchExternal(address, { ...options, resolve: async () => ["10.0.0.1"] });
    const [looked] = (await checkClaim(visitor(), { secret }, toPrivate)).places;
    expect(looked?.problem).toMatch(/^could not be read/);
  });

  it("a code that was there at the check, but is no longer there at the claim", async () => {
    const { secret, id, did } = await start();
    files.set(place, await codeOf(secret));
    await check(secret);
    await approveApplication(by(ann), { id, tier: null, note: "" });
    files.delete(place);
    await expect(claim(secret)).rejects.toMatchObject({
      kind: "conflict",
      message: expect.stringContaining("no longer where it was found"),
    });
    expect((await getAgent(visitor(), { did })).listed_from).toBeDefined();
    files.set(place, await codeOf(secret));
    expect((await claim(secret)).token).toMatch(/^fgs_/);
  });

  it("a record that was suspended meanwhile", async () => {
    const { secret, id, did } = await start();
    files.set(place, await codeOf(secret));
    await check(secret);
    await approveApplication(by(ann), { id, tier: null, note: "" });
    await setStatus(by(ann), { did, status: "suspended", reason: "Bad." });
    await expect(claim(secret)).rejects.toMatchObject({
      kind: "conflict",
      message: expect.stringContaining("suspended"),
    });
    const [row] = await database().select().from(agents).where(eq(agents.did, did));
    expect(row).toMatchObject({ status: "suspended", ownerKind: "operator" });
  });

  it("the second of two claims at once", async () => {
    const { did, secret: firstSecret, id: firstId } = await start();
    const first = { secret: firstSecret, id: firstId };
    const second = await apply(did);
    files.set(place, `${await codeOf(first.secret)}\n${await codeOf(second.secret)}`);
    await Promise.all([check(first.secret), check(second.secret)]);
    const approvals = await Promise.allSettled(
      [first, second].map(({ id }) => approveApplication(by(ann), { id, tier: null, note: "" })),
    );
    expect(approvals.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const claims = await Promise.allSettled([first, second].map(({ secret }) => claim(secret)));
    expect(claims.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  it("a decided application, more than ten checks a minute, or a DID without a place", async () => {
    const { secret, id } = await start();
    for (let checks = 0; checks < 10; checks += 1) await check(secret);
    await expect(check(secret)).rejects.toMatchObject({ kind: "rateLimited" });
    const plain = await apply(`did:fed:s1:${name()}`);
    expect((await getApplicationBySecret(visitor(), plain)).proof).toBeNull();
    await expect(check(plain.secret)).rejects.toMatchObject({ kind: "conflict" });
    await approveApplication(by(ann), { id, tier: null, note: "" });
    await expect(check(secret)).rejects.toMatchObject({ kind: "conflict", message: /is approved/ });
  });

  it("a proof of a record that became a member after the approval without an operator", async () => {
    Object.assign(settings(), { CLAIMS: "proven" });
    const { secret, id, did } = await start();
    files.set(place, await codeOf(secret));
    await check(secret);
    expect((await getApplication(by(ann), { id })).application.status).toBe("approved");
    await grantTier(by(ann), { did, tier: "T2", reason: "Known." });
    await expect(claim(secret)).rejects.toMatchObject({ kind: "conflict", message: /An operator must approve/ });
    const member = await start();
    await grantTier(by(ann), { did: member.did, tier: "T2", reason: "Known." });
    files.set(place, await codeOf(member.secret));
    await check(member.secret);
    expect((await getApplication(by(ann), { id: member.id })).application.status).toBe("pending");
    Object.assign(settings(), { CLAIMS: "operator" });
  });
});
