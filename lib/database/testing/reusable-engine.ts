import { openAsBlob } from "node:fs";
import type { PGlite } from "@electric-sql/pglite";
import { openEngine } from "@/lib/database/embedded/engine";

/** All that is not a row of our tables. A catalog's rows below this oid are PostgreSQL's own. */
const FIRST_OWN_OID = 16_384;
const CATALOGS =
  `pg_attrdef pg_cast pg_class pg_collation pg_constraint pg_extension pg_namespace pg_operator pg_policy pg_proc
  pg_publication pg_rewrite pg_statistic_ext pg_trigger pg_ts_config pg_ts_dict pg_type`.split(/\s+/);
/** Columns of pg_class that change when a table is emptied or analysed. */
const STORAGE = "{relfilenode,relpages,reltuples,relallvisible,relallfrozen,relfrozenxid,relminmxid}";
const rowsOf = (table: string, condition = "true") =>
  `(select string_agg(line, E'\\n' order by line) from
    (select (to_jsonb(t) - '${STORAGE}'::text[])::text as line from ${table} t where ${condition}) as lines)`;
const SCHEMA = `select md5(concat_ws(',', ${[
  ...CATALOGS.map((catalog) => rowsOf(catalog, `oid >= ${FIRST_OWN_OID}`)),
  rowsOf("pg_attribute", `attrelid >= ${FIRST_OWN_OID}`),
  rowsOf("pg_index", `indexrelid >= ${FIRST_OWN_OID}`),
  rowsOf("pg_authid"),
  rowsOf("pg_db_role_setting"),
  rowsOf("(select name, setting, source from pg_settings)", "source not in ('default', 'override')"),
  rowsOf("drizzle.__drizzle_migrations"),
].join(", ")})) as value`;
const TABLES = "select array_agg(quote_ident(tablename)) as value from pg_tables where schemaname = 'public'";

async function readValue<T>(db: PGlite, query: string): Promise<T> {
  const { rows } = await db.query<{ value: T }>(query);
  if (rows[0] === undefined) throw new Error(`no row: ${query}`);
  return rows[0].value;
}

/** An embedded engine on a copy of the template, which can become as it was when it opened. */
export class ReusableEngine {
  readonly db: PGlite;
  private readonly schema: string;
  /** Statements that empty the tables and write the rows of the migrations. */
  private readonly restore: string;

  private constructor(db: PGlite, schema: string, restore: string) {
    this.db = db;
    this.schema = schema;
    this.restore = restore;
  }

  static async open(template: string): Promise<ReusableEngine> {
    const db = await openEngine({ loadDataDir: await openAsBlob(template) });
    const tables = await readValue<string[]>(db, TABLES);
    const inserts: string[] = [];
    for (const table of tables) {
      const rows = await readValue<string | null>(db, `select json_agg(t)::text as value from ${table} t`);
      if (rows !== null)
        inserts.push(`insert into ${table} select * from json_populate_recordset(null::${table}, $$${rows}$$)`);
    }
    const restore = [
      "begin",
      // No trigger runs.
      "set local session_replication_role = replica",
      `truncate ${tables.join(", ")} restart identity`,
      ...inserts,
      `delete from pg_statistic where starelid >= ${FIRST_OWN_OID}`,
      "commit",
      // Else the log of the engine, in memory, only grows.
      "checkpoint",
    ].join(";");
    return new ReusableEngine(db, await readValue(db, SCHEMA), restore);
  }

  /** @returns whether it is as it was; not if a test has changed the schema or a setting, or has broken the engine */
  async reset(): Promise<boolean> {
    try {
      await this.db.exec("discard all");
      if ((await readValue(this.db, SCHEMA)) !== this.schema) return false;
      await this.db.exec(this.restore);
      return true;
    } catch {
      return false;
    }
  }
}
