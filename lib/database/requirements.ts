import { sql } from "drizzle-orm";
import type { Database } from "./open";
import { findWrongSettings, type SessionSetting } from "./session";

type Reader = Pick<Database, "execute">;

/** Something that only a person can correct: a fact, and what to do. */
export interface Obstacle {
  cannot: string;
  remedy: string;
}

/** Thrown if the database cannot be used as it is. A retry is useless. */
export class UnusableDatabase extends Error implements Obstacle {
  override readonly name: string = "UnusableDatabase";
  readonly cannot: string;
  readonly remedy: string;

  constructor({ cannot, remedy }: Obstacle) {
    super(`${cannot} ${remedy}`);
    this.cannot = cannot;
    this.remedy = remedy;
  }
}

const OLDEST_VERSION = 140_000;

/** What was found in a database. Identifiers are quoted where SQL needs it. */
export interface Facts {
  number: number;
  version: string;
  encoding: string;
  isReadOnly: boolean;
  role: string;
  database: string;
  hasSchema: boolean;
  usesSchema: boolean;
  createsInSchema: boolean;
  createsSchemas: boolean;
  /** null: there is no journal of migrations yet. */
  createsInJournal: boolean | null;
  readsJournal: boolean;
  ownerOfTables: string | null;
  ownsTables: boolean;
  lacksTable: string | null;
  words: "installed" | "creatable" | "forbidden" | "missing";
  hiddenExtension: string | null;
  hiddenSchema: string | null;
}

/** Reads all facts in one statement that works in an empty database, with any search path. */
export async function readFacts(db: Reader): Promise<Facts> {
  const [facts] = await db.execute<Facts & Record<string, unknown>>(sql`
    with schemas as (select to_regnamespace('public')::oid as oid),
    journal as (select n.oid, c.oid as migrations from pg_namespace n
      left join pg_class c on c.relnamespace = n.oid and c.relname = '__drizzle_migrations' where n.nspname = 'drizzle'),
    heads as (select c.relowner from pg_class c, schemas s
      where c.relname = 'ledger_heads' and c.relkind = 'r' and c.relnamespace = s.oid),
    hidden as (select e.extname, n.nspname from pg_extension e join pg_namespace n on n.oid = e.extnamespace
      where e.extname in ('pg_trgm', 'vector') and not has_schema_privilege(n.oid, 'USAGE') limit 1)
    select current_setting('server_version_num')::int as number, split_part(version(), ' on ', 1) as version,
      current_setting('server_encoding') as encoding,
      current_setting('default_transaction_read_only') = 'on' and not pg_is_in_recovery() as "isReadOnly",
      quote_ident(current_user) as role, quote_ident(current_database()) as database, 
      s.oid is not null as "hasSchema", coalesce(has_schema_privilege(s.oid, 'USAGE'), false) as "usesSchema",
      coalesce(has_schema_privilege(s.oid, 'CREATE'), false) as "createsInSchema",
      has_database_privilege(current_database(), 'CREATE') as "createsSchemas",
      (select has_schema_privilege(oid, 'CREATE') from journal) as "createsInJournal",
      coalesce((select has_schema_privilege(oid, 'USAGE') and coalesce(has_table_privilege(migrations, 'SELECT'), true)
        from journal), true) as "readsJournal",
      (select quote_ident(pg_get_userbyid(relowner)) from heads) as "ownerOfTables",
      coalesce((select pg_has_role(relowner, 'USAGE') from heads), true) as "ownsTables",
      (select quote_ident(c.relname) from pg_class c where c.relnamespace = s.oid and c.relkind = 'r'
        and c.relowner = (select relowner from heads) and not (has_table_privilege(c.oid, 'SELECT')
          and has_table_privilege(c.oid, 'INSERT') and has_table_privilege(c.oid, 'UPDATE')
          and has_table_privilege(c.oid, 'DELETE'))
        order by 1 limit 1) as "lacksTable",
      case
        when exists (select from pg_extension where extname = 'pg_trgm') then 'installed'
        when not exists (select from pg_available_extensions where name = 'pg_trgm') then 'missing'
        when has_database_privilege(current_database(), 'CREATE') then 'creatable'
        else 'forbidden' end as words,
      (select extname from hidden) as "hiddenExtension", (select quote_ident(nspname) from hidden) as "hiddenSchema"
    from schemas s`);
  if (!facts) throw new Error("The database returned no rows.");
  return facts;
}

/** Returns what makes a database unusable, whether or not there are migrations to apply. */
export function obstaclesToUse(facts: Facts): Obstacle[] {
  const { number, version, encoding, isReadOnly, role, lacksTable, hiddenExtension } = facts;
  const found: Obstacle[] = [];
  if (number < OLDEST_VERSION)
    found.push({ cannot: `The database is ${version}.`, remedy: "Use PostgreSQL 14 or newer." });
  if (encoding !== "UTF8") {
    const remedy = "Create it with: CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0;";
    found.push({ cannot: `The database's encoding is ${encoding}, which cannot store every text.`, remedy });
  }
  if (isReadOnly) {
    const remedy = `Let it write: ALTER ROLE ${role} SET default_transaction_read_only = off;`;
    found.push({ cannot: `Transactions of the role ${role} are read-only.`, remedy });
  }
  if (hiddenExtension !== null) {
    found.push({
      cannot: `The role ${role} may not use the schema ${facts.hiddenSchema}, which has the extension ${hiddenExtension}.`,
      remedy: `GRANT USAGE ON SCHEMA ${facts.hiddenSchema} TO ${role};`,
    });
  }
  if (!facts.readsJournal) {
    const remedy = `GRANT USAGE ON SCHEMA drizzle TO ${role}; GRANT SELECT ON ALL TABLES IN SCHEMA drizzle TO ${role};`;
    found.push({ cannot: `The role ${role} may not read the schema drizzle, which records the migrations.`, remedy });
  }
  if (facts.ownerOfTables !== null && !facts.usesSchema) {
    const remedy = `GRANT USAGE ON SCHEMA public TO ${role};`;
    found.push({ cannot: `The role ${role} may not use the schema public, which has the tables.`, remedy });
  }
  if (lacksTable !== null) {
    found.push({
      cannot: `The role ${role} may not read and write the table ${lacksTable}.`,
      remedy: `GRANT ALL ON ALL TABLES IN SCHEMA public TO ${role}; GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO ${role};`,
    });
  }
  return found;
}

export function obstaclesToMigrations(facts: Facts): Obstacle[] {
  const { role, database, words, ownerOfTables } = facts;
  const found: Obstacle[] = [];
  if (words === "missing") {
    const remedy = "Install PostgreSQL's contrib package on the database's host.";
    found.push({ cannot: "The database's host has no pg_trgm.", remedy });
  }
  if (words === "forbidden") {
    found.push({
      cannot: `The role ${role} may not create the extension pg_trgm.`,
      remedy: "As a superuser, in this database: CREATE EXTENSION pg_trgm;",
    });
  }
  if (!facts.hasSchema) {
    const remedy = `CREATE SCHEMA public AUTHORIZATION ${role};`;
    found.push({ cannot: `The schema public does not exist.`, remedy });
  } else if (!facts.createsInSchema) {
    const remedy = `GRANT USAGE, CREATE ON SCHEMA public TO ${role};`;
    found.push({ cannot: `The role ${role} may not create tables in the schema public.`, remedy });
  }
  if (facts.createsInJournal === null && !facts.createsSchemas) {
    found.push({
      cannot: `The role ${role} may not create the schema drizzle, which records the migrations.`,
      remedy: `GRANT CREATE ON DATABASE ${database} TO ${role};`,
    });
  }
  if (facts.createsInJournal === false) {
    const remedy = `GRANT ALL ON SCHEMA drizzle TO ${role};`;
    found.push({ cannot: `The role ${role} may not create tables in the schema drizzle.`, remedy });
  }
  if (!facts.ownsTables) {
    found.push({
      cannot: `The tables belong to the role ${ownerOfTables}, so ${role} cannot change them.`,
      remedy: `GRANT ${ownerOfTables} TO ${role};`,
    });
  }
  return found;
}

const literal = (text: string) => (/^\d+$/.test(text) ? text : `'${text}'`);

/** Returns the sentences about settings of a session that the service could not set itself. */
export function obstacleOf(role: string, wrong: readonly SessionSetting[]): Obstacle {
  const list = wrong.map(({ name, present }) => `${name} = ${present || "(empty)"}`).join(", ");
  const commands = wrong.map(({ name, wanted }) => {
    const value = name === "search_path" ? wanted : literal(wanted);
    return `ALTER ROLE ${role} SET ${name} = ${value};`;
  });
  return {
    cannot: `Sessions of the role ${role} have settings that give wrong results: ${list}.`,
    remedy: `Behind a pooler, only the role can have other ones: ${commands.join(" ")} Then let the pooler reconnect.`,
  };
}

/** Checks the settings that are in effect. @returns null if they are right */
export async function findWrongSession(db: Reader): Promise<Obstacle | null> {
  const wrong = await findWrongSettings(db);
  if (wrong.length === 0) return null;
  const [row] = await db.execute<{ role: string }>(sql`select quote_ident(current_user) as role`);
  return obstacleOf(row?.role ?? "", wrong);
}
