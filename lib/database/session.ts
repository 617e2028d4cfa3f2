import { type SQL, sql } from "drizzle-orm";
import type { Database } from "./open";

type Reader = Pick<Database, "execute">;

/**
 * Settings of a session on which statements and the driver rely. A role or a database may have others. Each value is as
 * PostgreSQL shows it.
 */
export const SESSION_SETTINGS = {
  DateStyle: "ISO, MDY",
  TimeZone: "UTC",
  standard_conforming_strings: "on",
  bytea_output: "hex",
  extra_float_digits: "1",
  array_nulls: "on",
  default_transaction_isolation: "read committed",
} as const;

/** Those that every pooler keeps with its client. */
export const POOLED_SETTINGS = {
  DateStyle: SESSION_SETTINGS.DateStyle,
  TimeZone: SESSION_SETTINGS.TimeZone,
  standard_conforming_strings: SESSION_SETTINGS.standard_conforming_strings,
} as const;

/**
 * The search path that statements need: `public`, which migrations name for our tables, and the schemas of the extensions.
 */
export const SEARCH_PATH: SQL<string> = sql<string>`(
  select string_agg(quote_ident(name), ', ' order by name <> 'public', name) from (
    select 'public' as name
    union select n.nspname from pg_extension e join pg_namespace n on n.oid = e.extnamespace
      where e.extname in ('pg_trgm', 'vector')) as schemas)`;

/** A setting in effect, and the value that the service needs. */
export interface SessionSetting {
  name: string;
  present: string;
  wanted: string;
}

/** Finds the settings of this session that would give wrong results. Behind a pooler, only the role can have them right. */
export async function findWrongSettings(db: Reader): Promise<SessionSetting[]> {
  const wanted = new Map<string, string>(Object.entries(SESSION_SETTINGS));
  const names = sql.join(
    [...wanted.keys()].map((name) => sql`${name}::text`),
    sql`, `,
  );
  const rows = await db.execute<{ name: string; present: string }>(
    sql`select name, current_setting(name) as present from unnest(array[${names}]) as name`,
  );
  const [path] = await db.execute<{ present: string; wanted: string; fits: boolean }>(sql`
    select current_setting('search_path') as present, path as wanted, current_schema() = 'public'
      and current_schemas(false)::text[] @> string_to_array(replace(path, '"', ''), ', ') as fits
    from (select ${SEARCH_PATH} as path) as wanted`);
  const wrong = rows
    .map(({ name, present }) => ({ name, present, wanted: wanted.get(name) ?? "" }))
    .filter((setting) => !fits(setting));
  return path && !path.fits ? [...wrong, { name: "search_path", present: path.present, wanted: path.wanted }] : wrong;
}

/** The order of day and month does not matter, because only ISO dates are sent. More digits are also exact. */
function fits({ name, present, wanted }: SessionSetting): boolean {
  if (name === "DateStyle") return present.startsWith("ISO");
  if (name === "extra_float_digits") return Number(present) >= 1;
  return present === wanted;
}

/** Gives the present transaction these settings, whatever its role has, and no timeouts. */
export async function applySettings(tx: Reader): Promise<void> {
  // The last of these exists from PostgreSQL 17 on.
  await tx.execute(sql`
    select set_config(name, '0', true) from pg_settings
    where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`);
  const values = Object.entries(SESSION_SETTINGS).map(([name, value]) => sql`(${name}::text, ${value}::text)`);
  await tx.execute(sql`
    select set_config(name, value, true) from (values ${sql.join(values, sql`, `)},
      ('search_path', ${SEARCH_PATH})) as wanted(name, value)`);
}
