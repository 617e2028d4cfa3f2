import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { systemContext } from "@/lib/authority/context";
import { applications } from "@/lib/database/schema/applications";
import { testDatabase } from "@/lib/database/testing/test-database";
import { freshDid, memberFixtures } from "@/lib/features/agents/testing/fixtures";
import { setFreeze } from "@/lib/features/council/freezes/service/freezes";
import { readInboxPosition } from "@/lib/features/relay/service/inbox";
import { lockAgents } from "@/lib/features/trust/service/events";
import { type MailServer, startMailServer } from "@/lib/testing/mail-server";
import { tellOwners } from "./tell-owners";

const database = testDatabase();
const { registered, tokenOf } = memberFixtures(database);
const warn = vi.fn();
const ctx = () => ({ ...systemContext(database()), log: { warn, info: vi.fn() } as never });
let mail: MailServer;
beforeAll(async () => {
  mail = await startMailServer();
  vi.stubEnv("SMTP_URL", mail.url);
  vi.stubEnv("MAIL_FROM", "Federation <federation@mail.example>");
});
afterAll(() => mail.stop());

const owned = async () => {
  const did = await registered(freshDid("told"));
  await tokenOf(did);
  return did;
};
const sizeOf = async (did: string) => (await readInboxPosition(database(), did)).size;

const locked = (...dids: string[]) => database().transaction((tx) => lockAgents(tx, dids));

it("writes to the address of the owner’s application while it is kept, with the record’s address and no other words", async () => {
  const did = await owned();
  const email = `${randomUUID()}@lodz.example`;
  await database()
    .insert(applications)
    .values({
      ...{ id: randomUUID(), secretHash: randomUUID(), kind: "agent", status: "claimed", did, organisation: "Łódź" },
      ...{ email, purpose: "", requestedTier: "T1", createdAt: new Date(), claimedAt: new Date() },
      credentialId: randomUUID(),
    });
  await tellOwners(ctx(), { record: "incident:12", named: await locked(did) });
  const letter = await mail.next();
  expect(letter.to).toContain(email);
  expect(letter.data).toContain("/incidents/12");
  expect(await sizeOf(did)).toBe(1);
});

it("tells nobody about a record of the operators, nor about a stranger", async () => {
  const unowned = await registered(freshDid("unowned"));
  const stranger = freshDid("stranger");
  await tellOwners(ctx(), { record: "incident:12", named: await locked(unowned, stranger) });
  expect([await sizeOf(unowned), await sizeOf(stranger)]).toEqual([0, 0]);
});

it("does not fail while the relay is frozen: the log has a line", async () => {
  const did = await owned();
  await setFreeze(ctx(), { subsystem: "relay", frozen: true, reason: "A test." });
  await tellOwners(ctx(), { record: "incident:13", named: await locked(did) });
  expect(warn).toHaveBeenCalledWith(expect.objectContaining({ event: "owner_not_told", did }));
  await setFreeze(ctx(), { subsystem: "relay", frozen: false, reason: "A test." });
});
