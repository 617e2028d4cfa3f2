import type { Context } from "@/lib/context";
import { DEMO_END } from "@/lib/council/service/demo-end";
import type { Database, Transaction } from "@/lib/db/open";
import { agents } from "@/lib/db/schema/agents";
import { lockStartup } from "@/lib/db/startup-lock";
import { ANCHOR_LOG, appendWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import { readHead } from "@/lib/ledger/head";
import { actorName } from "@/lib/permissions";
import { readTexts } from "@/lib/rfcs/service/texts";
import { presentEmbedder, serveByWords } from "@/lib/vectors/service/present-embedder";
import { ensureVectorStore } from "@/lib/vectors/service/store";
import { type PastChecks, storePastChecks } from "../service/checks";
import { councilOf } from "./council";
import { DEMO_GAPS, DEMO_OUTAGES } from "./decisions";
import { membersOf } from "./members";
import { messagesOf } from "./messages";
import { Random } from "./random";
import { DEMO_DAYS, Walk } from "./walk";

/** Any number: with another one the demo's days are other ones. */
const SEED = 20_261_124;

/** Returns a transaction as the database of verbs. Their own transactions are this one: what fails, fails whole. */
function databaseWithin(tx: Transaction): Database {
  const transaction = <T>(work: (tx: Transaction) => Promise<T>) => work(tx);
  return Object.create(tx, { transaction: { value: transaction } });
}

/** What the checks of the walk's days found. */
function pastChecks(walk: Walk): PastChecks {
  const spanOf = ({ daysAgo, hour, minutes }: { daysAgo: number; hour: number; minutes: number }) => {
    const from = walk.on(daysAgo, hour);
    return { from, to: walk.after(from, minutes / 60) };
  };
  return {
    ...{ from: walk.on(DEMO_DAYS, 0), to: walk.end, gaps: DEMO_GAPS.map(spanOf) },
    outages: DEMO_OUTAGES.map(({ component, message, ...when }) => ({ component, message, ...spanOf(when) })),
  };
}

/** Whether nothing has happened yet: nobody is registered, and both logs are empty. */
export async function isUntouched(db: Database | Transaction): Promise<boolean> {
  if ((await db.$count(agents)) > 0) return false;
  const [council, anchors] = [await readHead(db, COUNCIL_LOG), await readHead(db, ANCHOR_LOG)];
  return council.edge.size === 0 && anchors.edge.size === 0;
}

/**
 * Lives the demo federation's 120 days through the verbs of every request, if nothing has happened yet. One transaction holds all
 * of it, so a start that is interrupted leaves nothing, and of two starts at once one finds it done. The last act, dated by
 * the real clock, says that everything before it is invented.
 * @param ctx the system's, on a database whose transactions may take a minute
 * @returns how many agents it made
 */
export async function seedDemo(ctx: Context): Promise<number> {
  const texts = await readTexts(ctx.log);
  return ctx.db.transaction(async (tx) => {
    await lockStartup(tx);
    if (!(await isUntouched(tx))) return 0;
    const db = databaseWithin(tx);
    const within = { ...ctx, db };
    // A remote model would be asked for each intent; without a store the words alone are compared.
    if (presentEmbedder().builtIn) await ensureVectorStore(within, presentEmbedder());
    serveByWords(db);
    const walk = new Walk(within);
    const random = new Random(SEED);
    await walk.take([...membersOf(walk, random), ...councilOf(walk, random, texts), ...messagesOf(walk, random)]);
    await storePastChecks(within, pastChecks(walk));
    const total = await tx.$count(agents);
    const anchors = (await readHead(tx, ANCHOR_LOG)).edge.size;
    const details = {
      says: "Everything before this entry is invented, and so are the first entries of the log of anchors.",
      ...{ agents: total, days: DEMO_DAYS, anchors },
    };
    const act = { ...DEMO_END, actor: actorName(ctx.caller), details };
    await appendWithin(tx, COUNCIL_LOG, act, ctx.clock());
    return total;
  });
}
