import type { Context } from "@/lib/authority/context";
import { lock } from "@/lib/database/locks";
import type { Database, Transaction } from "@/lib/database/open";
import { agents } from "@/lib/database/schema/agents";
import { DEMO_END } from "@/lib/features/council/service/demo-end";
import { readTexts } from "@/lib/features/rfcs/service/texts";
import { type PastChecks, storePastChecks } from "@/lib/features/status/service/checks";
import { actorName } from "@/lib/identity/permissions";
import { ANCHOR_LOG, appendWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import { readHead } from "@/lib/ledger/head";
import { forceLexical, getEmbedder } from "@/lib/search/service/get-embedder";
import { ensureVectorStore } from "@/lib/search/service/store";
import { councilOf } from "./council";
import { membersOf } from "./members";
import { messagesOf } from "./messages";
import { Random } from "./random";
import { DEMO_DECISIONS } from "./tables";
import { DEMO_DAYS, DemoTimeline } from "./timeline";

/** An arbitrary number. Another one makes other demo data. */
const SEED = 20_261_124;

/**
 * Returns a transaction as the database of verbs. Their own transactions become part of it, so a failure undoes
 * everything.
 */
function databaseWithin(tx: Transaction): Database {
  const transaction = <T>(work: (tx: Transaction) => Promise<T>) => work(tx);
  return Object.create(tx, { transaction: { value: transaction } });
}

function pastChecks(timeline: DemoTimeline): PastChecks {
  const spanOf = ({ daysAgo, hour, minutes }: { daysAgo: number; hour: number; minutes: number }) => {
    const from = timeline.on(daysAgo, hour);
    return { from, to: timeline.after(from, minutes / 60) };
  };
  return {
    from: timeline.on(DEMO_DAYS, 0),
    to: timeline.end,
    gaps: DEMO_DECISIONS.gaps.map(spanOf),
    outages: DEMO_DECISIONS.outages.map(({ component, message, ...when }) => ({ component, message, ...spanOf(when) })),
  };
}

/** Returns whether the database is empty: no agent is registered, and both logs are empty. */
export async function isUntouched(db: Database | Transaction): Promise<boolean> {
  if ((await db.$count(agents)) > 0) return false;
  const [council, anchors] = [await readHead(db, COUNCIL_LOG), await readHead(db, ANCHOR_LOG)];
  return council.tree.size === 0 && anchors.tree.size === 0;
}

/**
 * Makes the demo federation's 120 days with the verbs of the API, if the database is empty. Everything is in one
 * transaction: an interrupted start leaves nothing, and of two concurrent starts one finds it done. The last act, dated
 * by the real clock, says that everything before it is invented.
 * @param ctx the system's, on a database whose transactions may take a minute
 * @returns how many agents it made
 */
export async function seedDemo(ctx: Context): Promise<number> {
  const texts = await readTexts(ctx.log);
  return ctx.db.transaction(async (tx) => {
    await lock(tx, "startup");
    if (!(await isUntouched(tx))) return 0;
    const db = databaseWithin(tx);
    const within = { ...ctx, db };
    // A remote model would be called for each intent. Without a store, only words are compared.
    if (getEmbedder().builtIn) await ensureVectorStore(within, getEmbedder());
    forceLexical(db);
    const timeline = new DemoTimeline(within);
    const random = new Random(SEED);
    await timeline.take([
      ...membersOf(timeline, random),
      ...councilOf(timeline, random, texts),
      ...messagesOf(timeline, random),
    ]);
    await storePastChecks(within, pastChecks(timeline));
    const total = await tx.$count(agents);
    const anchors = (await readHead(tx, ANCHOR_LOG)).tree.size;
    const details = {
      says: "Everything before this entry is invented, and so are the first entries of the log of anchors.",
      agents: total,
      days: DEMO_DAYS,
      anchors,
    };
    const act = { ...DEMO_END, actor: actorName(ctx.caller), details };
    await appendWithin(tx, COUNCIL_LOG, act, ctx.clock());
    return total;
  });
}
