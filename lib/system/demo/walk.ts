import { eq, sql } from "drizzle-orm";
import type { Context } from "@/lib/context";
import { agents } from "@/lib/db/schema/agents";
import type { Caller } from "@/lib/permissions";

const DAY_MILLISECONDS = 86_400_000;
const HOUR_MILLISECONDS = 3_600_000;
/** How many days the walk takes. */
export const DEMO_DAYS = 120;

/** Something that happened, and how to make it happen. */
export interface Act {
  at: Date;
  run: () => Promise<unknown>;
}

/**
 * The way through the demo's past. It gives verbs a context whose clock shows when an act happened. The verbs, and what callers
 * may do, are those of every request. No request can set a clock.
 */
export class Walk {
  private readonly ctx: Context;
  private readonly seen = new Map<string, Date>();
  /** Where the walk ends. */
  readonly end: Date;

  /** @param ctx the system's, on the transaction that holds the whole walk */
  constructor(ctx: Context) {
    this.ctx = ctx;
    this.end = ctx.clock();
  }

  /** Returns the instant of an hour, so many UTC days ago. */
  on(daysAgo: number, hour: number): Date {
    const today = Math.floor(this.end.getTime() / DAY_MILLISECONDS) * DAY_MILLISECONDS;
    return new Date(today - daysAgo * DAY_MILLISECONDS + hour * HOUR_MILLISECONDS);
  }

  after(at: Date, hours: number): Date {
    return new Date(at.getTime() + hours * HOUR_MILLISECONDS);
  }

  /** The service itself at an instant, or its operators. */
  system(at: Date): Context {
    return { ...this.ctx, clock: () => at };
  }

  /** An agent at an instant, with the tier and the status that it has by then. */
  async agent(did: string, at: Date): Promise<Context> {
    const [standing] = await this.ctx.db
      .select({ tier: agents.trustTier, status: agents.status })
      .from(agents)
      .where(eq(agents.did, did));
    return this.as({ tier: null, ...standing, did }, at);
  }

  as(agent: Pick<Caller & { kind: "agent" }, "did" | "tier" | "status">, at: Date): Context {
    const seen = this.seen.get(agent.did);
    if (!seen || seen < at) this.seen.set(agent.did, at);
    return { ...this.system(at), caller: { kind: "agent", credentialId: "demo", ...agent } };
  }

  /** Does everything in the order in which it happened. What would lie in the future is left out. */
  async take(acts: readonly Act[]): Promise<void> {
    const past = acts.filter(({ at }) => at < this.end);
    for (const { run } of past.sort((a, b) => a.at.getTime() - b.at.getTime())) await run();
    await this.noteSeen();
  }

  /** Notes when each agent last acted, as the check of its token does elsewhere. */
  private async noteSeen(): Promise<void> {
    const seen = JSON.stringify([...this.seen].map(([did, at]) => ({ did, at })));
    await this.ctx.db.execute(sql`
      update ${agents} as a set last_seen = greatest(a.last_seen, s.at)
      from jsonb_to_recordset(${seen}::jsonb) as s(did text, at timestamptz) where a.did = s.did`);
  }
}
