import { databaseClient, setDatabaseClient } from "@/lib/database/open";

/** A client that records each statement, including those of its transactions. */
function noting<T extends object>(client: T, statements: string[]): T {
  return new Proxy(client, {
    get: (target, name) => {
      const own = Reflect.get(target, name) as (...given: unknown[]) => unknown;
      if (name === "unsafe") {
        return (text: string, ...rest: unknown[]) => {
          statements.push(text);
          return own(text, ...rest);
        };
      }
      if (name === "begin") return (work: (tx: object) => unknown) => own((tx: object) => work(noting(tx, statements)));
      return own;
    },
  });
}

/**
 * Records each statement from now on. Call it before the database is first opened, because the database keeps its
 * client.
 */
export function recordStatements(): string[] {
  const statements: string[] = [];
  setDatabaseClient(noting(databaseClient(), statements));
  return statements;
}

/** Tables, and views with their tables, by the name used in statements. */
export type Relations = ReadonlyMap<string, readonly string[]>;

/** Lists the tables and views of the schema. */
export async function listRelations(): Promise<Relations> {
  const found = await databaseClient().unsafe(`
    select tablename as name, tablename as "table" from pg_tables where schemaname = 'public'
    union select view_name, table_name from information_schema.view_table_usage where view_schema = 'public'`);
  const relations = new Map<string, string[]>();
  for (const row of found) {
    const name = String(row["name"]);
    relations.set(name, [...(relations.get(name) ?? []), String(row["table"])]);
  }
  return relations;
}

/** Finds the tables after FROM or JOIN in statements, directly or through a view. */
export function tablesNamed(statements: readonly string[], relations: Relations): string[] {
  const named = [...statements.join("\n").matchAll(/\b(?:from|join)\s+"?(\w+)"?/gi)].map(([, name = ""]) => name);
  const tables = new Set(named.flatMap((name) => relations.get(name) ?? []));
  // It only says what changed in other tables.
  tables.delete("recent_changes");
  return [...tables].sort();
}
