import { expect, it } from "vitest";
import { systemContext } from "@/lib/context";
import { agents } from "@/lib/db/schema/agents";
import { audits } from "@/lib/db/schema/council";
import { relayEvents } from "@/lib/db/schema/relay";
import { rfcReviews } from "@/lib/db/schema/rfcs";
import { testDatabase } from "@/lib/db/testing/test-database";
import { enterRfcs } from "@/lib/rfcs/service/enter";
import { readTexts } from "@/lib/rfcs/service/texts";
import { ensureSigningKey } from "@/lib/trust/service/keys";
import { seedDemo } from "./demo";
import { DEMO_AUDITS, DEMO_EVENTS, DEMO_REVIEWS } from "./demo-history";
import { DEMO_AGENTS } from "./demo-members";

const database = testDatabase();

it("two instances that start at once seed one demo federation", async () => {
  const ctx = systemContext(database());
  await ensureSigningKey(database(), undefined, new Date());
  await enterRfcs(ctx, await readTexts(ctx.log));
  await Promise.all([seedDemo(ctx), seedDemo(ctx)]);
  const counts = () => Promise.all([agents, audits, relayEvents, rfcReviews].map((table) => database().$count(table)));
  expect(await counts()).toEqual([DEMO_AGENTS.length, DEMO_AUDITS.length, DEMO_EVENTS.length, DEMO_REVIEWS.length]);
  expect(await seedDemo(ctx)).toBe(0);
});
