import { sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { lifecycle } from "@/lib/edge/lifecycle";
import { assertIndexed } from "@/lib/features/agents/service/rank-agents";
import { tryAppend } from "@/lib/features/anchors/service/try-append";
import { previewRoute } from "@/lib/features/relay/service/route";
import { ServiceError } from "@/lib/foundation/errors";
import { sendsMail, tryMail } from "@/lib/outgoing/mail";
import { Component } from "../component";
import { COMPONENTS } from "../rules/status";
import type { CheckedPart } from "../schema";
import { outcomeOf } from "./outcome";
import { CHECK_MILLISECONDS, checkParts } from "./smoke";

/** How long a change may wait for its place in the feed. Numbering looks each second. */
const MAX_LAG_SECONDS = 30;

const failed = (message: string) => new ServiceError("unavailable", message);

/** Requests a path of this process as a client does. A limited request was answered too. */
async function ask(path: string): Promise<void> {
  const status = await lifecycle.ask?.(path);
  if (status !== 200 && status !== 429) throw failed(`${path} answered with the status ${status ?? "unknown"}.`);
}

/** Measures how long the oldest change without a place in the feed has waited. */
async function tryEvents({ db }: Context): Promise<void> {
  const [oldest] = await db.execute<{ seconds: number }>(sql`
    select coalesce(extract(epoch from clock_timestamp() - min(at)), 0)::float8 as seconds from changes where seq is null`);
  const seconds = Math.round(oldest?.seconds ?? 0);
  if (seconds > MAX_LAG_SECONDS) throw failed(`The oldest change has waited ${seconds} s for its place in the feed.`);
}

/** The check of each component. One of `parts` that fails is its failure, too. */
const CHECKS: Record<Component, { parts: readonly CheckedPart[]; run: (ctx: Context) => Promise<unknown> }> = {
  api: { parts: ["database", "migrations"], run: () => ask("/api/agents/directory?limit=1") },
  portal: { parts: ["evidence"], run: () => ask("/") },
  relay: { parts: [], run: (ctx) => previewRoute(ctx, { intent: "Check that the relay answers.", limit: 1 }) },
  ledger: { parts: ["ledger"], run: tryAppend },
  directory: { parts: ["vector_store"], run: ({ db }) => assertIndexed(db) },
  events: { parts: [], run: tryEvents },
  mail: { parts: [], run: ({ clock }) => tryMail(clock()) },
};

export interface ComponentCheck {
  name: Component;
  ok: boolean;
  /** The cause of a failure. */
  message?: string | undefined;
}

/** Returns whether a component can be measured: mail only with a mail server. */
export const isSetUp = (name: Component): boolean => name !== "mail" || sendsMail();

/** Checks every component that is set up. Never throws for one that is down. */
export async function checkComponents(
  ctx: Context,
  deadlineMilliseconds = CHECK_MILLISECONDS,
): Promise<ComponentCheck[]> {
  const names = Component.options.filter(isSetUp);
  const [parts, outcomes] = await Promise.all([
    checkParts(ctx, deadlineMilliseconds),
    Promise.all(names.map((name) => outcomeOf(() => CHECKS[name].run(ctx), deadlineMilliseconds))),
  ]);
  return names.map((name, at) => {
    const part = parts.find((each) => !each.ok && CHECKS[name].parts.includes(each.name));
    const own = outcomes[at];
    if (part) return { name, ok: false, message: part.message };
    return own?.ok ? { name, ok: true } : { name, ok: false, message: own?.message ?? COMPONENTS[name].title };
  });
}
