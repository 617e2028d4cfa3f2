import { generateKeyPairSync, randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { authenticate } from "@/lib/authority/authenticate";
import { credentials } from "@/lib/database/schema/access";
import { agents } from "@/lib/database/schema/agents";
import { applications } from "@/lib/database/schema/applications";
import { ledgerActs } from "@/lib/database/schema/ledger";
import { registerAgent } from "@/lib/features/agents/service/register";
import { ann, applicationFixtures, DAY_MILLISECONDS, outcomes } from "../testing/fixtures";
import { agentForm, providerForm } from "../testing/form";
import { claimToken } from "./claim";
import { getApplication } from "./read";
import { withdrawApplication } from "./withdraw";

const { database, by, visitor, actsOn, sent, approved } = applicationFixtures();

describe("claiming", () => {
  it("creates and logs an agent’s token once; only its hash is stored", async () => {
    const { id, secret, did } = await approved();
    const { token, expires_at } = await claimToken(visitor(), { secret });
    expect(await authenticate(by(ann), `Bearer ${token}`)).toMatchObject({ kind: "agent", did });
    expect(Date.parse(expires_at ?? "")).toBeGreaterThan(Date.now() + 89 * DAY_MILLISECONDS);
    const { application: claimed } = await getApplication(by(ann), { id });
    expect(claimed.status).toBe("claimed");
    const [credential] = await database().select().from(credentials).where(eq(credentials.did, did));
    expect(credential).toMatchObject({ id: claimed.credential_id, createdBy: claimed.decided_by });
    expect((await actsOn(did)).map(({ kind, actor }) => [kind, actor])).toEqual([
      ["application.approved", claimed.decided_by],
      ["application.claimed", `application:${id}`],
    ]);
    expect(await actsOn(credential?.id ?? "")).toMatchObject([
      { kind: "credential.issued", details: { application: id } },
    ]);
    const everything = [await database().select().from(ledgerActs), await database().select().from(applications)];
    expect(JSON.stringify([everything, credential])).not.toContain(token);
  });

  it("ten at once get one token between them", async () => {
    const { secret, did } = await approved();
    const { done, errors } = await outcomes(Array.from({ length: 10 }, () => claimToken(visitor(), { secret })));
    expect(done).toBe(1);
    for (const { message } of errors) expect(message).toContain("was already claimed");
    expect(await database().$count(credentials, eq(credentials.did, did))).toBe(1);
  });

  it("is rejected while the application is pending, and leaves nothing behind", async () => {
    const { secret, did } = await sent();
    await expect(claimToken(visitor(), { secret })).rejects.toMatchObject({ kind: "conflict" });
    expect(await database().$count(credentials, eq(credentials.did, did))).toBe(0);
  });

  it("gives an organisation a key for the agents that it registers", async () => {
    const { secret, organisation } = await approved(providerForm());
    const { token } = await claimToken(visitor(), { secret });
    const caller = await authenticate(by(ann), `Bearer ${token}`);
    expect(caller).toMatchObject({ kind: "provider", organisation });
    const did = `did:fed:s1:${randomUUID()}`;
    await registerAgent(by(caller), { did });
    const [agent] = await database().select().from(agents).where(eq(agents.did, did));
    expect(agent?.organisation).toBe(organisation);
  });

  it("an agent that was granted a tier joins with it, by the operator who approved, and no other joins", async () => {
    const granted = await approved(agentForm(), "T2");
    await claimToken(visitor(), { secret: granted.secret });
    const [agent] = await database().select().from(agents).where(eq(agents.did, granted.did));
    expect(agent).toMatchObject({ trustTier: "T2", grantedTier: "T2", status: "unverified" });
    const acts = await actsOn(granted.did);
    expect(acts.find(({ kind }) => kind === "tier.granted")?.actor).toBe(acts[0]?.actor);
    const earning = await approved();
    await claimToken(visitor(), { secret: earning.secret });
    expect(await database().$count(agents, eq(agents.did, earning.did))).toBe(0);
  });
});

describe("withdrawing", () => {
  it("erases the texts for operators only, also after an approval, and prevents the claim", async () => {
    const publicKey = generateKeyPairSync("ed25519").publicKey.export({ format: "jwk" }).x ?? "";
    const form = agentForm({ capabilities: "review.contracts", public_key: publicKey });
    const { id, secret, did } = await approved(form);
    expect((await getApplication(by(ann), { id })).application).toMatchObject({ public_key: publicKey });
    expect(await withdrawApplication(visitor(), { secret })).toMatchObject({ status: "withdrawn" });
    expect((await getApplication(by(ann), { id })).application).toMatchObject({
      ...{ email: "", purpose: "", capabilities: [], public_key: "" },
    });
    await expect(claimToken(visitor(), { secret })).rejects.toMatchObject({
      message: "This application was withdrawn.",
    });
    await expect(withdrawApplication(visitor(), { secret })).rejects.toMatchObject({ kind: "conflict" });
    expect((await actsOn(did)).at(-1)).toMatchObject({ kind: "application.withdrawn", actor: `application:${id}` });
  });
});
