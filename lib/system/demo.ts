import { count } from "drizzle-orm";
import { registerAgent } from "@/lib/agents/service/register";
import { AnchorPayload } from "@/lib/anchors/schema";
import { anchorBatch } from "@/lib/anchors/service/anchor";
import type { Context } from "@/lib/context";
import { recordAudit } from "@/lib/council/service/audit";
import { agents } from "@/lib/db/schema/agents";
import { ServiceError } from "@/lib/errors";
import { OpenIncident } from "@/lib/incidents/schema";
import { openIncident } from "@/lib/incidents/service/open";
import { transitionIncident } from "@/lib/incidents/service/transition";
import { SendEvent } from "@/lib/relay/schema";
import { sendEvent } from "@/lib/relay/service/send";
import { reviewRfc } from "@/lib/rfcs/service/review";
import {
  DEMO_ANCHORS,
  DEMO_AUDITS,
  DEMO_EVENTS,
  DEMO_INCIDENTS,
  DEMO_REVIEWS,
  DEMO_TRACE,
  type DemoIncident,
} from "./demo-history";
import { DEMO_AGENTS } from "./demo-members";

/**
 * Registers the demo federation through the public verbs, if nobody is registered yet. Every row says `is_demo`. Two
 * instances that start at once may both do it: what is said twice is stored once.
 */
export async function seedDemo(ctx: Context): Promise<number> {
  const [{ total } = { total: 0 }] = await ctx.db.select({ total: count() }).from(agents);
  if (total > 0) return 0;
  for (const { skills, tier, ...record } of DEMO_AGENTS) {
    const capabilities = skills.map(({ name }) => name.toLowerCase().replace(/\W+/g, "-"));
    const capability_manifest = { name: record.name, skills };
    await registerAgent(ctx, { ...record, capabilities, capability_manifest, trust_tier: tier }, { isDemo: true });
  }
  for (const [index, audit] of DEMO_AUDITS.entries()) {
    await recordAudit(ctx, { ...audit, findings: [], evidence: [], idempotency_key: `demo-${index}` });
  }
  for (const [index, review] of DEMO_REVIEWS.entries()) {
    await reviewRfc(ctx, { ...review, idempotency_key: `demo-${index}` });
  }
  for (const [index, event] of DEMO_EVENTS.entries()) {
    const input = { ...event, trace_id: DEMO_TRACE, idempotency_key: `demo-${index}` };
    await sendEvent(ctx, SendEvent.parse(input), null);
  }
  const anchors = DEMO_ANCHORS.map((anchor, index) =>
    AnchorPayload.parse({ ...anchor, idempotency_key: `demo-${index}` }),
  );
  await anchorBatch(ctx, { anchors });
  for (const [index, incident] of DEMO_INCIDENTS.entries()) await seedIncident(ctx, incident, `demo-${index}`);
  return DEMO_AGENTS.length;
}

/** Opens an incident and takes it as far as it goes; a step that another instance took is not taken again. */
async function seedIncident(ctx: Context, { steps, ...said }: DemoIncident, key: string): Promise<void> {
  const { id } = await openIncident(ctx, OpenIncident.parse({ ...said, idempotency_key: key }));
  for (const step of steps) {
    try {
      await transitionIncident(ctx, { id: String(id), unfounded: false, ...step });
    } catch (error) {
      if (!(error instanceof ServiceError) || error.kind !== "conflict") throw error;
    }
  }
}
