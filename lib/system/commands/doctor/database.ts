import { and, eq, sql } from "drizzle-orm";
import { isActiveCredential } from "@/lib/authority/active-credential";
import type { Context } from "@/lib/authority/context";
import { hashToken } from "@/lib/authority/tokens";
import { DRIVER_REMEDY, findDriverFault } from "@/lib/database/driver-repairs.mjs";
import { countMissingMigrations, IncompatibleDatabase } from "@/lib/database/migrate";
import {
  findWrongSession,
  type Obstacle,
  obstaclesToMigrations,
  obstaclesToUse,
  readFacts,
} from "@/lib/database/requirements";
import { credentials } from "@/lib/database/schema/access";
import { trySmokeCheck } from "@/lib/features/status/service/smoke";
import { type Settings, settings } from "@/lib/foundation/env";
import { reasonOf } from "@/lib/foundation/reason";
import { MAX_SKEW_MILLISECONDS, measureSkew } from "@/lib/ledger/clock";
import { type Engine, openEngine } from "../engine";
import { examine, type Finding, failed, ok, warning } from "./finding";
import { examineGuard } from "./guard";
import { examinePooler, remedyBehindPooler } from "./pooler";
import { examineSigningKey } from "./signing-key";
import { examineWitnesses } from "./witnesses";

const ATTEMPTS = 2;
const CHECK_MILLISECONDS = 10_000;
const CLOCK_WARNING_MILLISECONDS = 1_000;

const UNREACHABLE = "See that the database runs and that DATABASE_URL is right.";

const NONE_YET = warning("database", "There is none yet.", "Start the service: it makes it.");
const failedBy = (about: string, { cannot, remedy }: Obstacle) => failed(about, cannot, remedy);

async function examineEngine({ db }: Context): Promise<Finding[]> {
  const [row] = await db.execute<{ replica: boolean }>(sql`select pg_is_in_recovery() as replica`);
  const facts = await readFacts(db);
  const says = `${facts.version}${settings().DATABASE_URL === undefined ? ", embedded" : ""}.`;
  if (row?.replica) return [failed("database", `${says} It takes no writes.`, "Let DATABASE_URL name the primary.")];
  const obstacles = obstaclesToUse(facts);
  return obstacles.length > 0 ? obstacles.map((each) => failedBy("database", each)) : [ok("database", says)];
}

/** Reports the settings of the role and the database, and whether those in effect are right. */
async function examineSession({ db }: Context): Promise<Finding> {
  const wrong = await findWrongSession(db);
  if (wrong) return failedBy("session", wrong);
  const rows = await db.execute<{ setting: string }>(sql`
    select unnest(setconfig) as setting from pg_db_role_setting
    where setrole in (0, (select oid from pg_roles where rolname = current_user))
      and setdatabase in (0, (select oid from pg_database where datname = current_database()))`);
  const others = rows.map(({ setting }) => setting.replace("=", " = ")).join(", ");
  const found = others === "" ? "" : ` The role or the database has ${others}, which do no harm.`;
  return ok("session", `Each connection has the settings that statements need.${found}`);
}

async function examineExtensions({ db }: Context): Promise<Finding[]> {
  const rows = await db.execute<{ name: string; installed: string | null; allowed: boolean }>(sql`
    select e.name, e.installed_version as installed, (select rolsuper from pg_roles where rolname = current_user)
      or (v.trusted and has_database_privilege(current_database(), 'CREATE')) as allowed
    from pg_available_extensions e join pg_available_extension_versions v on v.name = e.name and v.version = e.default_version
    where e.name in ('vector', 'pg_trgm')`);
  const state = (name: string) => rows.find((row) => row.name === name);
  const [vector, words] = [state("vector"), state("pg_trgm")];
  const stateOf = (found: { installed: string | null }) => found.installed ?? "available; the next start installs it.";
  const examineVector = () => {
    if (vector === undefined) {
      const remedy = "Install it on the database's host, restart the service, and run npm run reindex.";
      return warning("pgvector", "The database has none, so intents are routed by their words alone.", remedy);
    }
    if (vector.installed !== null || vector.allowed) return ok("pgvector", stateOf(vector));
    const says = "The role may not create it, so intents are routed by their words alone.";
    return warning(
      "pgvector",
      says,
      "As a superuser, in this database: CREATE EXTENSION vector; Then restart the service.",
    );
  };
  return [
    examineVector(),
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
  const facts = await readFacts(db);
  const [obstacle] = obstaclesToMigrations(facts);
  if (obstacle) return { finding: failedBy("migrations", obstacle), isCurrent: false };
  if (facts.ownerOfTables === null) return { finding: NONE_YET, isCurrent: false };
  const says = `${missing} of this build ${missing === 1 ? "is" : "are"} not applied.`;
  const finding = isServing
    ? failed("migrations", says, "The running server should have: see its log for event prepare, and restart it.")
    : warning("migrations", says, "Make a backup; the next start applies them.");
  return { finding, isCurrent: false };
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
    examineGuard(ctx, read),
    examineWitnesses(ctx, read),
    examineSmoke(ctx, "documents", "evidence", "Put public/evidence/ back as it is in the repository."),
  ]).then(async (findings) => [...findings, ...(await examineOperators(ctx, read))]);

/** Examines a database that responds. Each part is added to `findings`, so they are kept if a later part fails. */
export async function examineOpen(
  findings: Finding[],
  { run }: Pick<Engine, "run">,
  read: Settings,
  isServing: boolean,
): Promise<void> {
  findings.push(...(await run(examineEngine)));
  if (findings.some(({ state }) => state === "failed")) return;
  const session = await run(examineSession);
  findings.push(...(await run(examinePooler)), session);
  if (session.state === "failed") return;
  findings.push(...(await run(examineExtensions)), await run(examineClock));
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
    engine = await openEngine({ create: false, mayBeEmpty: true, attempts: ATTEMPTS });
    if (engine) await examineOpen(findings, engine, read, isServing);
    else findings.push(NONE_YET);
  } catch (error) {
    const reason = reasonOf(error);
    findings.push(failed("database", reason, remedyBehindPooler(reason) ?? UNREACHABLE));
  } finally {
    await engine?.close();
  }
  return findings;
}
