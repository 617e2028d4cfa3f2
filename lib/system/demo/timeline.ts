import { eq, sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { agents } from "@/lib/database/schema/agents";
import type { Caller } from "@/lib/identity/permissions";

const DAY_MILLISECONDS = 86_400_000;
const HOUR_MILLISECONDS = 3_600_000;
export const DEMO_DAYS = 120;
/** The pseudonyms of the demo's operators. Nobody can sign in as one. */
const OPERATORS = ["hqvezkta", "bnwrodyl"] as const;

/** An event, and the function that makes it happen. */
export interface DemoAct {
  at: Date;
  run: () => Promise<unknown>;
}

/**
 * Runs the demo's past. It calls verbs with a context whose clock shows the time of the event. The verbs and
 * permissions are those of the API. No request can set a clock.
 */
export class DemoTimeline {
  private readonly ctx: Context;
  private readonly seen = new Map<string, Date>();
  readonly end: Date;

  /** Creates the run. @param ctx the system's, on the transaction that contains all demo data */
  constructor(ctx: Context) {
    this.ctx = ctx;
    this.end = ctx.clock();
  }

  /** Returns the time of an hour, this many UTC days ago. */
  on(daysAgo: number, hour: number): Date {
    const today = Math.floor(this.end.getTime() / DAY_MILLISECONDS) * DAY_MILLISECONDS;
    return new Date(today - daysAgo * DAY_MILLISECONDS + hour * HOUR_MILLISECONDS);
  }

  after(at: Date, hours: number): Date {
    return new Date(at.getTime() + hours * HOUR_MILLISECONDS);
  }

  /** Returns the context of the service itself at a time. */
  system(at: Date): Context {
    return { ...this.ctx, clock: () => at };
  }

  /** Returns the context of the operator who is on duty. They change each day. */
  operator(at: Date): Context {
    const day = Math.floor(at.getTime() / DAY_MILLISECONDS);
    const operator = OPERATORS[day % OPERATORS.length] ?? OPERATORS[0];
    return { ...this.system(at), caller: { kind: "operator", operator, role: "owner" } };
  }

  /** Returns the context of an agent at a time, with its tier and status at that time. */
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

  /** Runs all events in order of time. Leaves out events in the future. */
  async take(acts: readonly DemoAct[]): Promise<void> {
    const past = acts.filter(({ at }) => at < this.end);
    for (const { run } of past.sort((a, b) => a.at.getTime() - b.at.getTime())) await run();
    await this.noteSeen();
  }

  /** Stores when each agent was last active. Elsewhere, the check of its token does that. */
  private async noteSeen(): Promise<void> {
    const seen = JSON.stringify([...this.seen].map(([did, at]) => ({ did, at })));
    await this.ctx.db.execute(sql`
      update ${agents} as a set last_seen = greatest(a.last_seen, s.at)
      from jsonb_to_recordset(${seen}::jsonb) as s(did text, at timestamptz) where a.did = s.did`);
  }
}
