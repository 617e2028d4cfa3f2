import { sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { type WebhookState as State, WebhookState } from "../schema";

/** Returns how many subscriptions are in each state, and how long the oldest change has waited for an active one. */
export async function countWebhooks({ db }: Pick<Context, "db">) {
  const [counts, [oldest]] = await Promise.all([
    db.execute<{ state: State; count: number }>(sql`select state, count(*)::int as count from webhooks group by state`),
    db.execute<{ seconds: number }>(sql`
      select coalesce(extract(epoch from now() - min(c.at)), 0)::float8 as seconds
      from webhook_deliveries as d
      join webhooks as w on w.id = d.webhook_id and w.state = 'active'
      join changes as c on c.seq = d.seq
      where d.delivered_at is null`),
  ]);
  const states = Object.fromEntries(WebhookState.options.map((state) => [state, 0])) as Record<State, number>;
  for (const { state, count } of counts) states[state] = count;
  return { states, waitingSeconds: oldest?.seconds ?? 0 };
}
