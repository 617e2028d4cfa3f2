import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Context, runInScope, systemContext } from "@/lib/authority/context";
import { testDatabase } from "@/lib/database/testing/test-database";
import { FixedWindow } from "@/lib/edge/limiter";
import { operatorCaller } from "@/lib/features/access/testing/operators";
import { type MailServer, startMailServer } from "@/lib/testing/mail-server";
import { agentForm, application } from "../testing/form";
import { claimToken } from "./claim";
import { approveApplication, rejectApplication } from "./decide";
import { listApplications } from "./read";
import { submitApplication } from "./submit";

const database = testDatabase();
let mail: MailServer;
const warn = vi.fn();
const info = vi.fn();

beforeAll(async () => {
  mail = await startMailServer();
  vi.stubEnv("SMTP_URL", mail.url);
  vi.stubEnv("MAIL_FROM", "Federation <federation@mail.example>");
});
afterAll(() => mail.stop());

const ctx = (): Context => ({
  ...systemContext(database()),
  caller: operatorCaller(),
  log: { warn, info } as never,
});

/** The text of a letter as it is read: quoted-printable undone. */
function textOf(data: string): string {
  const bytes = data
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}

async function applied(fields: Record<string, string> = {}) {
  const form = agentForm({ email: `${randomUUID()}@lodz.example`, ...fields });
  await submitApplication(ctx(), application(form));
  const { applications } = await listApplications(ctx(), { q: form["email"], limit: 1, offset: 0 } as never);
  return { email: form["email"] ?? "", secret: form["secret"] ?? "", id: applications[0]?.id ?? "" };
}

describe("letters to an applicant", () => {
  it("need an address: an application without one is rejected at its field", async () => {
    await expect(submitApplication(ctx(), application(agentForm({ email: "" })))).rejects.toMatchObject({
      kind: "invalid",
      field: "email",
    });
  });

  it("report receipt, approval and rejection, and contain neither the private address, a token, nor the input", async () => {
    const purpose = "Buy now at https://spam.example";
    const one = await applied({ purpose, organisation: "Spam Guild" });
    const letters = [await mail.next()];
    await approveApplication(ctx(), { id: one.id, tier: null, note: "Zażółć." });
    letters.push(await mail.next());
    const { token } = await claimToken(ctx(), { secret: one.secret });
    const two = await applied();
    await mail.next();
    await rejectApplication(ctx(), { id: two.id, seen: "pending", note: "Say more.\n.\nQUIT" });
    letters.push(await mail.next());
    expect(letters.map(({ to }) => to)).toEqual([one.email, one.email, two.email]);
    const texts = letters.map(({ data }) => textOf(data));
    expect(texts[0]).toContain("has arrived");
    expect(texts[1]).toContain("Zażółć.");
    expect(texts[2]).toContain("Say more.");
    for (const text of texts) {
      expect(text).toContain("From: Federation <federation@mail.example>");
      expect(text).not.toMatch(/fgs_|join\/status|spam/i);
      expect(text).not.toContain(token);
    }
  });

  it("are not written for a form that was sent twice", async () => {
    const form = agentForm({ email: `${randomUUID()}@lodz.example` });
    await submitApplication(ctx(), application(form));
    await submitApplication(ctx(), application(form));
    expect((await mail.next()).to).toBe(form["email"]);
    const other = await applied();
    expect((await mail.next()).to).toBe(other.email);
  });

  it("are limited for each mailbox, from all senders together, and no sender notices", async () => {
    const counted = new FixedWindow({ requests: 3, windowSeconds: 86_400 });
    const countLetter = async (limit: string, mailbox: string) => counted.take(`${limit} ${mailbox}`).allowed;
    const visit = (email: string) =>
      runInScope({ requestId: randomUUID(), address: randomUUID(), event: {}, countLetter }, () => applied({ email }));
    const name = `a${randomUUID().slice(0, 8)}`;
    const same = [`${name}@lodz.example`, `${name.toUpperCase()}@LODZ.example`, `a.${name.slice(1)}@lodz.example`];
    info.mockClear();
    for (const email of same) {
      await visit(email);
      expect((await mail.next()).to.toLowerCase()).toBe(email.toLowerCase());
    }
    const late = await visit(`${name}+4@lodz.example`);
    expect(late).toMatchObject({ id: expect.any(String), secret: expect.stringMatching(/^fgs_apl_/) });
    await vi.waitFor(() => expect(info.mock.calls.at(-1)).toMatchObject([{ event: "mail_withheld" }]));
    expect(JSON.stringify(info.mock.calls)).not.toContain(name);
    await visit(`${name}@gdansk.example`);
    expect((await mail.next()).to).toBe(`${name}@gdansk.example`);
    const decided = () => rejectApplication(ctx(), { id: late.id, seen: "pending", note: "No." });
    await runInScope({ requestId: "", address: "", event: {}, countLetter }, decided);
    expect((await mail.next()).to).toBe(`${name}+4@lodz.example`);
  });

  it("that cannot be sent stop nothing, and are a line in the log without the address", async () => {
    mail.refuseWith("550 not from you");
    const { id, email } = await applied();
    expect(id).not.toBe("");
    await vi.waitFor(() => expect(warn).toHaveBeenCalled());
    expect(warn.mock.calls).toMatchObject([[{ event: "mail_failed", response: 550 }]]);
    expect(JSON.stringify([warn.mock.calls, info.mock.calls])).not.toContain(email);
    mail.refuseWith(null);
  });
});
