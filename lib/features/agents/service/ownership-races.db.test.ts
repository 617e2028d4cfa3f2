import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { credentials } from "@/lib/database/schema/access";
import { agents } from "@/lib/database/schema/agents";
import { applications } from "@/lib/database/schema/applications";
import { claimToken } from "@/lib/features/access/applications/service/claim";
import { approveApplication } from "@/lib/features/access/applications/service/decide";
import { ann, applicationFixtures } from "@/lib/features/access/applications/testing/fixtures";
import { agentForm } from "@/lib/features/access/applications/testing/form";
import { issueCredential } from "@/lib/features/access/service/credentials";
import type { Caller } from "@/lib/identity/permissions";
import { importAgent } from "./import";
import { joinAgent } from "./join";
import { registerAgent } from "./register";
import { updateAgent } from "./update";

const SOURCE = { kind: "a2a-card", bytes: Buffer.from("{}") } as const;
const { database, by, visitor, sent, approved } = applicationFixtures();
const organisation = (): Caller => ({
  kind: "provider",
  credentialId: randomUUID(),
  organisation: `Guild ${randomUUID()}`,
});

/** An attempt on a DID. It prepares what it needs, and returns the act that races. */
type Attempt = (did: string) => Promise<() => Promise<unknown>>;

const ATTEMPTS: Record<string, Attempt> = {
  "an organisation joins": async (did) => {
    const caller = organisation();
    return () => joinAgent(by(caller), { did });
  },
  "an organisation registers": async (did) => {
    const caller = organisation();
    return () => registerAgent(by(caller), { did });
  },
  "an organisation changes its record": async (did) => {
    const caller = organisation();
    await registerAgent(by(caller), { did });
    return () => updateAgent(by(caller), { did, ifMatch: undefined, patch: { name: "Changed" } });
  },
  "an operator imports": async (did) => () => importAgent(by({ kind: "system" }), { did }, SOURCE),
  "an operator issues a token": async (did) => () => issueCredential(by(ann), { kind: "agent", did, label: "" }),
  "an agent registers": async (did) => {
    const { id: credentialId } = await issueCredential(by(ann), { kind: "agent", did, label: "" });
    return () => registerAgent(by({ kind: "agent", credentialId, did, tier: null }), { did });
  },
  "an applicant is approved and claims": async (did) => {
    const { id, secret } = await sent(agentForm({ did }));
    return async () => {
      await approveApplication(by(ann), { id, tier: "T4", note: "" });
      await claimToken(visitor(), { secret });
    };
  },
  "an approved applicant claims": async (did) => {
    const { secret } = await approved(agentForm({ did }), "T4");
    return () => claimToken(visitor(), { secret });
  },
};

const names = Object.keys(ATTEMPTS);
const PAIRS = names.flatMap((one, index) => names.slice(index).map((other) => [one, other] as const));
/** In the last two an operator has imported the agent before. */
const ROUNDS: { imported?: true }[] = [{}, {}, {}, { imported: true }, { imported: true }];

it.each(PAIRS)("%s while %s: one owner afterwards, and no tier for another's record", async (one, other) => {
  for (const [round, { imported }] of ROUNDS.entries()) {
    const did = `did:fed:s1:${randomUUID()}`;
    if (imported) await importAgent(by({ kind: "system" }), { did }, SOURCE);
    // The preparation of one attempt may make that of the other fail. Then there is no race.
    const acts: (() => Promise<unknown>)[] = [];
    for (const name of round % 2 === 0 ? [one, other] : [other, one]) {
      const act = await ATTEMPTS[name]?.(did).catch((error) => {
        expect(error).toMatchObject({ kind: "didTaken" });
      });
      if (act) acts.push(act);
    }
    const settled = await Promise.allSettled(acts.map((act) => act()));
    const errors = settled.flatMap((end) => (end.status === "rejected" ? [end.reason] : []));
    for (const error of errors) expect(["didTaken", "conflict"]).toContain(error.kind);
    if (!imported) expect(errors.length).toBeLessThan(acts.length);

    const [row] = await database().select().from(agents).where(eq(agents.did, did));
    const tokens = await database().$count(credentials, eq(credentials.did, did));
    const claimed = await database().$count(
      applications,
      and(eq(applications.did, did), eq(applications.status, "claimed")),
    );
    expect(claimed).toBeLessThanOrEqual(1);
    if (row?.ownerKind === "organisation")
      expect({ tokens, granted: row.grantedTier }).toEqual({ tokens: 0, granted: null });
    if (row && tokens > 0) expect(row.ownerKind).toBe("agent");
    if (row?.grantedTier === "T4") expect(claimed).toBe(1);
  }
});
