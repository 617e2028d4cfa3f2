import { asc } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { systemContext } from "@/lib/authority/context";
import { ledgerActs } from "@/lib/database/schema/ledger";
import { testDatabase } from "@/lib/database/testing/test-database";
import { SetFreezeForm } from "../schema";
import { changeFreeze, listFreezes, setFreeze } from "./freezes";

const database = testDatabase();

describe("setFreeze", () => {
  it("starts with everything running, freezes one part, and records each change once", async () => {
    const ctx = systemContext(database());
    const running = { frozen: false, reason: null, since: null };
    expect(await listFreezes(ctx)).toEqual([
      { subsystem: "relay", ...running },
      { subsystem: "memory", ...running },
    ]);
    const frozen = { subsystem: "memory", frozen: true, reason: "clock skew" } as const;
    const answers = await Promise.all(Array.from({ length: 10 }, () => setFreeze(ctx, frozen)));
    expect(new Set(answers.map(({ since }) => since)).size).toBe(1);
    expect((await listFreezes(ctx)).map((freeze) => freeze.frozen)).toEqual([false, true]);
    await setFreeze(ctx, { ...frozen, frozen: false, reason: "clock set" });
    const acts = await database().select().from(ledgerActs).orderBy(asc(ledgerActs.seq));
    expect(acts.map(({ kind, details }) => [kind, details["reason"]])).toEqual([
      ["memory.frozen", "clock skew"],
      ["memory.unfrozen", "clock set"],
    ]);
  });

  it("rejects every caller but an operator", async () => {
    const ctx = systemContext(database());
    const agent = { kind: "agent", credentialId: "c", did: "did:fed:s1:a", tier: "T4" } as const;
    const wanted = { subsystem: "relay", frozen: true, reason: "x" } as const;
    await expect(setFreeze({ ...ctx, caller: agent }, wanted)).rejects.toMatchObject({ kind: "operatorOnly" });
    await expect(setFreeze({ ...ctx, caller: { kind: "anonymous" } }, wanted)).rejects.toMatchObject({
      kind: "unauthenticated",
    });
    expect((await listFreezes(ctx))[0]?.frozen).toBe(false);
  });
});

describe("changeFreeze", () => {
  it("of two concurrent decisions one succeeds, and the other learns why it is frozen", async () => {
    const ctx = systemContext(database());
    const freeze = (reason: string) => changeFreeze(ctx, { subsystem: "relay", frozen: true, reason });
    const ends = await Promise.allSettled([freeze("storm"), freeze("drill")]);
    expect(ends.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const [told] = ends.flatMap((end) => (end.status === "rejected" ? [end.reason] : []));
    const reason = (await listFreezes(ctx))[0]?.reason;
    expect(told).toMatchObject({ kind: "conflict", message: expect.stringContaining(String(reason)) });
    await changeFreeze(ctx, { subsystem: "relay", frozen: false, reason: "over" });
    expect((await listFreezes(ctx))[0]?.frozen).toBe(false);
  });

  it("requires the subsystem's name in a form to freeze it, and not to unfreeze it", () => {
    const form = { subsystem: "relay", reason: "storm" };
    const parses = (fields: Record<string, string>) => SetFreezeForm.safeParse({ ...form, ...fields }).success;
    expect(parses({ frozen: "true", typed: " Relay " })).toBe(true);
    expect(parses({ frozen: "true", typed: "memory" })).toBe(false);
    expect(parses({ frozen: "true" })).toBe(false);
    expect(parses({ frozen: "false" })).toBe(true);
  });
});
