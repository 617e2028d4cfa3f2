import { and, eq, ne, sql } from "drizzle-orm";
import { isActiveCredential } from "@/lib/authority/active-credential";
import type { Context } from "@/lib/authority/context";
import { signingKey } from "@/lib/authority/keys";
import { hashToken } from "@/lib/authority/tokens";
import { DRIVER_REMEDY, findDriverFault } from "@/lib/database/driver-repairs.mjs";
import { countMissingMigrations, IncompatibleDatabase } from "@/lib/database/migrate";
import { credentials } from "@/lib/database/schema/access";
import { signingKeys } from "@/lib/database/schema/trust";
import { trySmokeCheck } from "@/lib/features/status/service/smoke";
import { type Settings, settings } from "@/lib/foundation/env";
import { reasonOf } from "@/lib/foundation/reason";
import { MAX_SKEW_MILLISECONDS, measureSkew } from "@/lib/ledger/clock";
import { type Engine, openEngine } from "../engine";
import { examine, type Finding, failed, ok, warning } from "./finding";
import { examinePooler, remedyBehindPooler } from "./pooler";

const ATTEMPTS = 2;
const CHECK_MILLISECONDS = 10_000;
const OLDEST_VERSION = 140_000;
const CLOCK_WARNING_MILLISECONDS = 1_000;

const UNREACHABLE = "See that the database runs and that DATABASE_URL is right.";

async function examineEngine({ db }: Context): Promise<Finding> {
  const [row] = await db.execute<{ version: string; number: number; replica: boolean; readOnly: string }>(sql`
    select split_part(version(), ' on ', 1) as version, current_setting('server_version_num')::int as number,
      pg_is_in_recovery() as replica, current_setting('default_transaction_read_only') as "readOnly"`);
  if (!row) throw new Error("The database answered with nothing.");
  const says = `${row.version}${settings().DATABASE_URL === undefined ? ", embedded" : ""}.`;
  if (row.number < OLDEST_VERSION) return failed("database", says, "Use PostgreSQL 14 or newer.");
  if (row.replica || row.readOnly === "on") {
    return failed("database", `${says} It takes no writes.`, "Let DATABASE_URL name the primary.");
  }
  return ok("database", says);
}

async function examineExtensions({ db }: Context): Promise<Finding[]> {
  const rows = await db.execute<{ name: string; installed: string | null }>(sql`
    select name, installed_version as installed from pg_available_extensions where name in ('vector', 'pg_trgm')`);
  const state = (name: string) => rows.find((row) => row.name === name);
  const [vector, words] = [state("vector"), state("pg_trgm")];
  const stateOf = (found: { installed: string | null }) => found.installed ?? "available; the next start installs it.";
  return [
    vector
      ? ok("pgvector", stateOf(vector))
      : warning(
          "pgvector",
          "The database has none, so intents are routed by their words alone.",
          "Install it on the database's host, restart the service, and run npm run reindex.",
        ),
    words
      ? ok("pg_trgm", stateOf(words))
      : failed("pg_trgm", "The database has none.", "Install PostgreSQL's contrib package on the database's host."),
  ];
}

async function examineClock({ db }: Context): Promise<Finding> {
  const skew = await measureSkew(db, () => new Date());
  const says = `${skew.toLocaleString("en")} ms off the database's.`;
  const remedy = "Set both machines' clocks by NTP.";
  if (skew > MAX_SKEW_MILLISECONDS) return failed("clock", `${says} The service appends nothing.`, remedy);
  return skew > CLOCK_WARNING_MILLISECONDS ? warning("clock", says, remedy) : ok("clock", says);
}

/** Compares the applied migrations with those of this build. @returns whether the other tables can be checked */
async function examineMigrations(
  { db }: Context,
  isServing: boolean,
): Promise<{ finding: Finding; isCurrent: boolean }> {
  let missing: number;
  try {
    missing = await countMissingMigrations(db);
  } catch (error) {
    if (!(error instanceof IncompatibleDatabase)) throw error;
    return { finding: failed("migrations", error.cannot, error.remedy), isCurrent: false };
  }
  if (missing === 0) return { finding: ok("migrations", "All of this build are applied."), isCurrent: true };
  const says = `${missing} of this build ${missing === 1 ? "is" : "are"} not applied.`;
  const finding = isServing
    ? failed("migrations", says, "The running server should have: see its log for event prepare, and restart it.")
    : warning("migrations", says, "Make a backup; the next start applies them.");
  return { finding, isCurrent: false };
}

async function examineSigningKey({ db }: Context): Promise<Finding> {
  const { SIGNING_KEY, DATABASE_URL } = settings();
  const { kid } = await signingKey(db, SIGNING_KEY, "log");
  const kept = await db.select({ kid: signingKeys.kid }).from(signingKeys).where(ne(signingKeys.privateKey, ""));
  if (kept.length === 0) return ok("signing key", `${kid}, of SIGNING_KEY.`);
  const inClear = `${SIGNING_KEY === undefined ? "it" : kept.map((row) => row.kid).join(", ")} lies in the database in clear`;
  // The embedded database is in files that only this account reads.
  if (DATABASE_URL === undefined) return ok("signing key", `${kid}; ${inClear}, in DATA_DIR.`);
  const says = `${kid}; ${inClear}, so who reads the database or a dump of it can sign checkpoints and statements.`;
  const remedy =
    SIGNING_KEY === undefined
      ? "Set SIGNING_KEY to a new key and restart. Then clear the kept one: UPDATE signing_keys SET private_key = '';"
      : "Clear it, now that SIGNING_KEY is set: UPDATE signing_keys SET private_key = '';";
  return warning("signing key", says, remedy);
}

async function examineOperators({ db, clock }: Context, { OPERATOR_TOKEN }: Settings): Promise<Finding[]> {
  const working = and(eq(credentials.kind, "operator"), isActiveCredential(clock()));
  const operators = await db.select({ tokenHash: credentials.tokenHash }).from(credentials).where(working);
  const count = operators.length;
  const findings = [
    count > 0
      ? ok("operators", `${count} ${count === 1 ? "token works" : "tokens work"}.`)
      : failed("operators", "No operator's token works.", "Start the service: it makes one and shows it."),
  ];
  if (OPERATOR_TOKEN === undefined || operators.some(({ tokenHash }) => tokenHash === hashToken(OPERATOR_TOKEN))) {
    return findings;
  }
  const remedy = "Start the service; where it warns that the token has ended or is somebody else's, choose another.";
  return [...findings, warning("OPERATOR_TOKEN", "It does not work yet.", remedy)];
}

async function examineSmoke(ctx: Context, about: string, name: Parameters<typeof trySmokeCheck>[1], remedy: string) {
  const { ok: isGood, message = "" } = await trySmokeCheck(ctx, name, CHECK_MILLISECONDS);
  return isGood ? ok(about, message) : failed(about, message, remedy);
}

const examineContents = (ctx: Context, read: Settings): Promise<Finding[]> =>
  Promise.all([
    examineSmoke(ctx, "writing", "database", "See that the database has space, and that its user may write."),
    examine("signing key", "Start the service: it makes one.", () => examineSigningKey(ctx)),
    examineSmoke(ctx, "ledger heads", "ledger", "Run npm run verify, which names the entry; restore a backup."),
    examineSmoke(ctx, "documents", "evidence", "Put public/evidence/ back as it is in the repository."),
  ]).then(async (findings) => [...findings, ...(await examineOperators(ctx, read))]);

async function examineOpen(findings: Finding[], { run }: Engine, read: Settings, isServing: boolean): Promise<void> {
  const engine = await run(examineEngine);
  findings.push(engine);
  if (engine.state === "failed") return;
  findings.push(...(await run(examinePooler)), ...(await run(examineExtensions)), await run(examineClock));
  const { finding, isCurrent } = await run((ctx) => examineMigrations(ctx, isServing));
  findings.push(finding);
  if (isCurrent) findings.push(...(await run((ctx) => examineContents(ctx, read))));
}

/** Checks the database and its content. It writes only the row of the smoke check. */
export async function examineDatabase(read: Settings, isServing: boolean): Promise<Finding[]> {
  if (findDriverFault() !== null) {
    return [warning("database", "Not examined, because its driver has a fault.", DRIVER_REMEDY)];
  }
  const findings: Finding[] = [];
  let engine: Engine | null = null;
  try {
    engine = await openEngine({ create: false, attempts: ATTEMPTS });
    if (engine) await examineOpen(findings, engine, read, isServing);
    else findings.push(warning("database", "There is none yet.", "Start the service: it makes it."));
  } catch (error) {
    const reason = reasonOf(error);
    findings.push(failed("database", reason, remedyBehindPooler(reason) ?? UNREACHABLE));
  } finally {
    await engine?.close();
  }
  return findings;
}
