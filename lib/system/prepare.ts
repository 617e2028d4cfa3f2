import { ensureOperator } from "@/lib/access/service/bootstrap";
import { type Context, systemContext } from "@/lib/context";
import { databaseAddress } from "@/lib/db/address";
import { migrateDatabase } from "@/lib/db/migrate";
import { databaseClient, openDatabase } from "@/lib/db/open";
import { readTimeouts } from "@/lib/db/pooler";
import { settings } from "@/lib/env";
import { checkClock } from "@/lib/ledger/clock";
import { enterRfcs } from "@/lib/rfcs/service/enter";
import { readTexts } from "@/lib/rfcs/service/texts";
import { ensureSigningKey } from "@/lib/trust/service/keys";
import { presentEmbedder } from "@/lib/vectors/service/present-embedder";
import { ensureVectorStore } from "@/lib/vectors/service/store";
import { seedDemo } from "./demo";
import { lifecycle } from "./lifecycle";

/** Tells the log of a pooler before the database, and what it lacks. */
async function reportPooler({ db, log }: Context): Promise<void> {
  const client = databaseClient();
  const pooling = await client.pooling();
  if (pooling === "none") return;
  const missing = (await readTimeouts(db, client.serverTimeouts)).filter(({ isGood }) => !isGood);
  const notifications = await client.hearsOthers();
  log.info({ event: "pooler", pooling, notifications });
  if (missing.length > 0) {
    const roles = missing.map(({ name, wanted }) => `${name} = ${wanted}ms`).join(", ");
    log.warn({ event: "pooler" }, `the database role lacks ${roles}; npm run doctor says what to do`);
  }
}

/**
 * Makes the database ready: schema, ledger, signing key, vector store, operator, RFCs, demo federation. Safe to repeat and to
 * run in several instances at once.
 * @returns the operator's token, only where this start made it
 * @throws whatever the database answers; nothing half-done is left that a second run would not complete
 */
export async function prepareDatabase(): Promise<{ operatorToken: string | null }> {
  const { OPERATOR_TOKEN, DATA_DIR, SIGNING_KEY, SEED_DEMO, DATABASE_URL } = settings();
  await migrateDatabase(databaseAddress());
  const ctx = systemContext(openDatabase());
  await reportPooler(ctx);
  await checkClock(ctx.db);
  await ensureSigningKey(ctx.db, SIGNING_KEY, ctx.clock());
  const store = await ensureVectorStore(ctx, presentEmbedder());
  ctx.log.info({ event: "vector_store", pgvector: store?.version ?? "none: intents are routed by their words alone" });
  const operatorToken = await ensureOperator(ctx, OPERATOR_TOKEN, DATA_DIR);
  await enterRfcs(ctx, await readTexts(ctx.log));
  if (SEED_DEMO ?? DATABASE_URL === undefined) await seedDemo(ctx);
  lifecycle.prepared = true;
  return { operatorToken };
}
