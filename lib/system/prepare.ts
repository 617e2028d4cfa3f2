import { drizzle } from "drizzle-orm/postgres-js";
import { type Context, systemContext } from "@/lib/authority/context";
import { recordUse } from "@/lib/authority/key-change";
import { keyFile } from "@/lib/authority/key-file";
import { ensureSigningKey } from "@/lib/authority/keys";
import { databaseAddress } from "@/lib/database/address";
import { openClient } from "@/lib/database/client";
import { assertJournal } from "@/lib/database/erasures/journal";
import { migrateDatabase } from "@/lib/database/migrate";
import { databaseClient, openDatabase } from "@/lib/database/open";
import { readTimeouts } from "@/lib/database/pooler";
import { findWrongSession, UnusableDatabase } from "@/lib/database/requirements";
import { agents } from "@/lib/database/schema/agents";
import { lifecycle } from "@/lib/edge/lifecycle";
import { ensureOperator } from "@/lib/features/access/service/bootstrap";
import { listCopies } from "@/lib/features/agents/service/list-copies";
import { announceKey } from "@/lib/features/anchors/service/key-changes";
import { assertOrigin, nameReplacedLogs, openGuardsPatiently } from "@/lib/features/anchors/service/open-guard";
import { announceRelease } from "@/lib/features/releases/service";
import { syncRfcs } from "@/lib/features/rfcs/service/sync-rfcs";
import { readTexts } from "@/lib/features/rfcs/service/texts";
import { settings } from "@/lib/foundation/env";
import { checkClock } from "@/lib/ledger/clock";
import { getEmbedder } from "@/lib/search/service/get-embedder";
import { ensureVectorStore } from "@/lib/search/service/store";
import { isUntouched, seedDemo } from "./demo/seed";

/** Logs that there is a pooler before the database, and which settings are missing. */
async function reportPooler({ db, log }: Context): Promise<void> {
  const client = databaseClient();
  const pooling = await client.pooling();
  if (pooling === "none") return;
  const missing = (await readTimeouts(db, client.serverTimeouts)).filter(({ isGood }) => !isGood);
  const notifications = await client.receivesNotifications();
  log.info({ event: "pooler", pooling, notifications });
  if (missing.length > 0) {
    const roles = missing.map(({ name, wanted }) => `${name} = ${wanted}ms`).join(", ");
    log.warn({ event: "pooler" }, `the database role lacks ${roles}; npm run doctor shows how to set them`);
  }
}

/**
 * How long a statement of the demo may take, or wait for another instance that makes the demo. The transaction may take
 * three times as long.
 */
const DEMO_MILLISECONDS = 120_000;

/** Makes the demo federation on its own connection, whose deadlines are longer than a request's. */
async function seedDemoPatiently(ctx: Context): Promise<void> {
  if ((await ctx.db.$count(agents)) > 0) return;
  if (!(await isUntouched(ctx.db))) {
    ctx.log.warn(
      { event: "demo_not_seeded" },
      "the demo is left out, because its last act would call real entries of the log invented",
    );
    return;
  }
  const { DATABASE_POOLED, DATABASE_DIRECT_URL } = settings();
  const pooler = { pooling: DATABASE_POOLED, directUrl: DATABASE_DIRECT_URL };
  const client = openClient(databaseAddress(), { responseMilliseconds: DEMO_MILLISECONDS, ...pooler });
  const began = performance.now();
  try {
    const seeded = await seedDemo({ ...ctx, db: drizzle(client) });
    const seconds = Math.round((performance.now() - began) / 100) / 10;
    if (seeded > 0) ctx.log.info({ event: "demo_seeded", agents: seeded, seconds });
  } finally {
    await client.end({ timeout: 5 });
  }
}

/**
 * Prepares the database: schema, ledger, signing key, vector store, demo federation, operator, RFCs. Safe to repeat and
 * to run in several instances at once.
 * @returns the operator's token, only if this start created it
 * @throws UnusableDatabase; UnusableSigningKey; any database error. Another run completes a failed one
 */
export async function prepareDatabase(): Promise<{ operatorToken: string | null }> {
  const { OPERATOR_TOKEN, DATA_DIR, SIGNING_KEY, SIGNING_KEY_PREVIOUS, SEED_DEMO, DATABASE_URL } = settings();
  await assertJournal();
  await migrateDatabase(databaseAddress());
  const ctx = systemContext(openDatabase());
  const wrong = await findWrongSession(ctx.db);
  if (wrong) throw new UnusableDatabase(wrong);
  await reportPooler(ctx);
  await checkClock(ctx.db);
  await assertOrigin(ctx);
  await openGuardsPatiently(ctx);
  await nameReplacedLogs(ctx);
  await ensureSigningKey(ctx.db, SIGNING_KEY, ctx.clock(), {
    file: keyFile(),
    previous: SIGNING_KEY_PREVIOUS,
    onAdded: (tx, added) => announceKey(ctx, tx, added),
  });
  await recordUse(ctx.db);
  const store = await ensureVectorStore(ctx, getEmbedder());
  ctx.log.info({ event: "vector_store", pgvector: store?.version ?? "none: intents are routed by words alone" });
  if (SEED_DEMO ?? DATABASE_URL === undefined) await seedDemoPatiently(ctx);
  const listed = await listCopies(ctx);
  if (listed > 0) ctx.log.info({ event: "copies_listed", agents: listed });
  const operatorToken = await ensureOperator(ctx, OPERATOR_TOKEN, DATA_DIR);
  await syncRfcs(ctx, await readTexts(ctx.log));
  await announceRelease(ctx);
  lifecycle.prepared = true;
  return { operatorToken };
}
