import { describe, expect, it } from "vitest";
import { type Context, systemContext } from "@/lib/authority/context";
import { relayUsage } from "@/lib/database/schema/relay";
import { testDatabase } from "@/lib/database/testing/test-database";
import { joinAgent } from "@/lib/features/agents/service/join";
import { readUsage } from "./daily-usage";
import { countUsage } from "./usage";

const database = testDatabase();
const NOON = new Date("2040-03-31T12:00:00.000Z");
const ctx = (): Context => ({ ...systemContext(database()), clock: () => NOON });
const count = (did: string, day: string, routed: number, received: number, slot = 0) =>
  database().insert(relayUsage).values({ did, day, slot, routed, received });

describe("readUsage", () => {
  it("returns each of the last 30 UTC days and their sum, which equals that of the lists", async () => {
    const did = "did:fed:s1:daily";
    await joinAgent(ctx(), { did });
    await count(did, "2040-03-31", 2, 0);
    await count(did, "2040-03-31", 3, 1, 1);
    await count(did, "2040-03-02", 0, 4);
    await count(did, "2040-03-01", 9, 9);
    await count("did:fed:s1:another", "2040-03-31", 9, 9);
    const { daily, ...sums } = await readUsage(ctx(), { did });
    expect(sums).toEqual({ did, days: 30, routed: 5, received: 5 });
    expect(daily).toHaveLength(30);
    expect(daily.filter(({ routed, received }) => routed + received > 0)).toEqual([
      { day: "2040-03-02", routed: 0, received: 4 },
      { day: "2040-03-31", routed: 5, received: 1 },
    ]);
    expect((await countUsage(ctx(), [did])).get(did)).toEqual({ routed: 5, received: 5 });
  });

  it("returns zeros for an agent that was never used, and notFound for an unknown DID", async () => {
    const did = "did:fed:s1:idle";
    await joinAgent(ctx(), { did });
    expect(await readUsage(ctx(), { did })).toMatchObject({ routed: 0, received: 0 });
    for (const unknown of ["did:fed:s1:no-such-agent", "\0"]) {
      await expect(readUsage(ctx(), { did: unknown })).rejects.toMatchObject({ kind: "notFound" });
    }
  });
});
