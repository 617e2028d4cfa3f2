import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Context, systemContext } from "@/lib/authority/context";
import { ensureSigningKey } from "@/lib/authority/keys";
import { digests, operatorEmails } from "@/lib/database/schema/work";
import { testDatabase } from "@/lib/database/testing/test-database";
import { endOperator } from "@/lib/features/access/service/operators";
import { operatorCaller, storeOperator } from "@/lib/features/access/testing/operators";
import { registerAgent } from "@/lib/features/agents/service/register";
import { OpenIncident } from "@/lib/features/incidents/schema";
import { openIncident } from "@/lib/features/incidents/service/open";
import type { Caller } from "@/lib/identity/permissions";
import { type MailServer, startMailServer } from "@/lib/testing/mail-server";
import { chooseDigest, endDigest, proveEmail, readOwnDigest } from "./address";
import { sendDigests } from "./send";

const database = testDatabase();
const DID = "did:fed:s1:reporter";
const REPORTER: Caller = { kind: "agent", credentialId: "c", did: DID, tier: "T2" };
const [vera, ada] = [operatorCaller("veraveri", "viewer"), operatorCaller("adaadaad", "owner")];
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const logged: unknown[] = [];
let mail: MailServer;
/** How far the service's clock is ahead. */
let ahead = 0;

const by = (caller: Caller): Context => ({
  ...systemContext(database()),
  caller,
  clock: () => new Date(Date.now() + ahead),
  log: { info: (line: unknown) => logged.push(line), warn: (line: unknown) => logged.push(line) } as never,
});
const send = () => sendDigests(by({ kind: "system" }));
const report = (severity: string) =>
  openIncident(
    by(REPORTER),
    OpenIncident.parse({ title: "It leaks secrets.", severity, incident_type: "security", description: "x" }),
  );

/** The text of the next e-mail, in one line. */
async function nextMail(): Promise<string> {
  const { data } = await mail.next();
  return data.replaceAll("=\r\n", "").replaceAll(/\s+/g, " ");
}

async function proven(caller: Caller, email: string, every: "hour" | "day" = "hour"): Promise<void> {
  await chooseDigest(by(caller), { email, every });
  const [code = ""] = /(?<=code is )\d{8}/.exec(await nextMail()) ?? [];
  await proveEmail(by(caller), { code });
}

beforeAll(async () => {
  mail = await startMailServer();
  vi.stubEnv("SMTP_URL", mail.url);
  vi.stubEnv("MAIL_FROM", "Federation <federation@mail.example>");
  vi.stubEnv("PUBLIC_URL", "https://federation.example");
  await ensureSigningKey(database(), undefined, new Date());
  await storeOperator(database(), vera, "Vera");
  await storeOperator(database(), ada, "Ada");
  await registerAgent(by({ kind: "system" }), { did: DID });
});
afterAll(() => mail.stop());

describe("an operator's address", () => {
  it("is proven by the code that was sent there, within an hour and five attempts; only the owner reads it", async () => {
    await expect(chooseDigest(by(REPORTER), { email: "a@mail.example", every: "hour" })).rejects.toThrow();
    await chooseDigest(by(vera), { email: "vera@mail.example", every: "hour" });
    const [code = ""] = /(?<=code is )\d{8}/.exec(await nextMail()) ?? [];
    const wrong = code === "00000000" ? "00000001" : "00000000";
    const attempts = await Promise.allSettled(Array.from({ length: 8 }, () => proveEmail(by(vera), { code: wrong })));
    const reasons = attempts.map((attempt) => (attempt as PromiseRejectedResult).reason.kind);
    expect(reasons.sort()).toEqual([...Array(3).fill("conflict"), ...Array(5).fill("invalid")]);
    await expect(proveEmail(by(vera), { code })).rejects.toThrow(
      "The code has expired, or was tried too often. Request a new one.",
    );

    await chooseDigest(by(vera), { email: "vera@mail.example", every: "hour" });
    const [late = ""] = /(?<=code is )\d{8}/.exec(await nextMail()) ?? [];
    ahead = HOUR + MINUTE;
    await expect(proveEmail(by(vera), { code: late })).rejects.toMatchObject({ kind: "conflict" });
    ahead = 0;
    await proveEmail(by(vera), { code: late });
    expect(await readOwnDigest(by(vera))).toMatchObject({ email: "vera@mail.example", proven: true, failed_at: null });
    expect(await readOwnDigest(by(ada))).toMatchObject({ email: "", proven: false });
    await chooseDigest(by(vera), { email: "vera@mail.example", every: "day" });
    expect(await readOwnDigest(by(vera)), "the same address needs no new code").toMatchObject({
      every: "day",
      proven: true,
    });
    expect(JSON.stringify(logged)).not.toContain("vera@");
  });

  it("is forgotten at its end, with the operator, and tells nobody before it is proven", async () => {
    await proven(ada, "ada@mail.example");
    await chooseDigest(by(ada), { email: "other@mail.example", every: "hour" });
    await nextMail();
    await endDigest(by(vera));
    await report("CRITICAL");
    ahead += HOUR;
    expect(await send(), "the new address is not proven").toBe(0);
    const eve = operatorCaller("eveeveev", "reviewer");
    await storeOperator(database(), eve, "Eve");
    await proven(eve, "eve@mail.example");
    await endOperator(by(ada), { operator: "eveeveev" });
    expect((await database().select().from(operatorEmails)).map(({ operator }) => operator)).toEqual(["adaadaad"]);
    expect((await database().select().from(digests)).map(({ recipient }) => recipient)).not.toContain("eveeveev");
  });
});

describe("a digest", () => {
  it("is sent each hour only if something is new, quotes nothing, and at once if something is critical", async () => {
    await proven(ada, "ada@mail.example");
    // The critical incident of before is told once.
    expect(await send()).toBe(1);
    expect(await nextMail()).toMatch(
      /new critical items? (is|are) waiting.+Critical: incident to confirm \(number \d+\)/,
    );
    expect(await send()).toBe(0);

    await report("MAJOR");
    ahead += 30 * MINUTE;
    expect(await send(), "an hour has not passed").toBe(0);
    ahead += 31 * MINUTE;
    expect(await send()).toBe(1);
    const letter = await nextMail();
    expect(letter).toMatch(/Subject: .+: 1 new item is waiting/);
    expect(letter).toContain("https://federation.example/console/queue");
    expect(letter).not.toMatch(/leaks|Critical:/);
    ahead += HOUR;
    expect(await send(), "nothing is new").toBe(0);

    await report("CRITICAL");
    expect(await send()).toBe(1);
    expect(await nextMail()).toContain("1 new critical item is waiting");
    await report("CRITICAL");
    expect(await send(), "at most one in ten minutes").toBe(0);
    ahead += 11 * MINUTE;
    const sent = await Promise.all([send(), send(), send()]);
    expect(
      sent.reduce((sum, one) => sum + one, 0),
      "the instances share the work",
    ).toBe(1);
    expect(await nextMail()).toContain("1 new critical item is waiting");
    expect(await send()).toBe(0);
    expect(JSON.stringify(logged)).not.toContain("ada@");
  });

  it("names overdue items: once each hour, again each day", async () => {
    ahead += 3 * 24 * HOUR;
    expect(await send()).toBe(1);
    expect(await nextMail()).toMatch(/Subject: .+ items are overdue/);
    ahead += HOUR;
    expect(await send()).toBe(0);
    await chooseDigest(by(ada), { email: "ada@mail.example", every: "day" });
    ahead += 25 * HOUR;
    expect(await send()).toBe(1);
    expect(await nextMail()).toContain("are overdue. An item is overdue after 3 days, or after its own date.");
  });

  it("is repeated after five minutes if the mail server fails, and the console says so", async () => {
    await report("CRITICAL");
    mail.refuseWith("451 busy");
    expect(await send()).toBe(0);
    expect((await readOwnDigest(by(ada))).failed_at).not.toBeNull();
    expect(JSON.stringify(logged)).toContain("digest_failed");
    mail.refuseWith(null);
    expect(await send(), "not before five minutes").toBe(0);
    await database().execute(sql`update digests set leased_until = now() - interval '1 second'`);
    expect(await send()).toBe(1);
    expect(await nextMail()).toContain("1 new critical item is waiting");
    expect((await readOwnDigest(by(ada))).failed_at).toBeNull();
  });
});
