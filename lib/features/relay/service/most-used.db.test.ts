import { beforeAll, describe, expect, it } from "vitest";
import { type Context, systemContext } from "@/lib/authority/context";
import { relayUsage } from "@/lib/database/schema/relay";
import { testDatabase } from "@/lib/database/testing/test-database";
import { registerAgent } from "@/lib/features/agents/service/register";
import { setStatus } from "@/lib/features/agents/service/set-status";
import { listMostUsed } from "./most-used";

const database = testDatabase();
const ctx = (): Context => ({ ...systemContext(database()), clock: () => new Date("2040-03-31T12:00:00.000Z") });
const use = (name: string, day: string, routed: number, received: number, slot = 0) =>
  database()
    .insert(relayUsage)
    .values({ did: `did:fed:s1:${name}`, day, slot, routed, received });
const shown = async (limit: number, days?: number) =>
  (await listMostUsed(ctx(), days === undefined ? { limit } : { limit, days })).map(({ agent, routed, received }) => [
    agent.name,
    routed,
    received,
  ]);

beforeAll(async () => {
  for (const name of ["quiet", "busy", "former", "suspended"]) {
    await registerAgent(ctx(), { did: `did:fed:s1:${name}`, name });
  }
  await use("quiet", "2040-03-02", 1, 0);
  await use("busy", "2040-03-30", 1, 2);
  await use("busy", "2040-03-31", 0, 4, 3);
  await use("former", "2040-03-01", 900, 900);
  await use("suspended", "2040-03-31", 50, 50);
  await use("not-registered", "2040-03-31", 0, 70);
  const suspended = { did: "did:fed:s1:suspended", status: "suspended", reason: "A look at it." } as const;
  await setStatus(systemContext(database()), suspended);
});

describe("listMostUsed", () => {
  it("returns the active agents that were used in the last 30 UTC days, most used first", async () => {
    expect(await shown(9)).toEqual([
      ["busy", 1, 6],
      ["quiet", 1, 0],
    ]);
    expect(await shown(1)).toEqual([["busy", 1, 6]]);
  });

  it("counts the requested days", async () => {
    expect(await shown(9, 31)).toEqual([
      ["former", 900, 900],
      ["busy", 1, 6],
      ["quiet", 1, 0],
    ]);
    expect(await shown(9, 1)).toEqual([["busy", 0, 4]]);
  });

  it("counts new events at once, ranks again after a minute, and drops a suspended agent at once", async () => {
    let minutes = 0;
    const at = () => new Date(Date.parse("2041-01-01T12:00:00.000Z") + minutes * 60_000);
    const names = async () =>
      (await listMostUsed({ ...ctx(), clock: at }, { limit: 9 })).map(
        ({ agent, received }) => `${agent.name} ${received}`,
      );
    await use("quiet", "2040-12-31", 0, 2);
    await use("busy", "2040-12-31", 0, 1);
    expect(await names()).toEqual(["quiet 2", "busy 1"]);
    await use("busy", "2041-01-01", 0, 4);
    expect(await names()).toEqual(["quiet 2", "busy 5"]);
    await setStatus(systemContext(database()), {
      did: "did:fed:s1:quiet",
      status: "suspended",
      reason: "A look at it.",
    });
    expect(await names()).toEqual(["busy 5"]);
    minutes = 1;
    await setStatus(systemContext(database()), { did: "did:fed:s1:quiet", status: "active", reason: "It was fine." });
    expect(await names()).toEqual(["busy 5", "quiet 2"]);
  });
});
