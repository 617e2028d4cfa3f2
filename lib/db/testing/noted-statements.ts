import { databaseClient, setDatabaseClient } from "@/lib/db/open";

/** A client that notes each statement, also those of its transactions. */
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

/** Notes each statement from now on. Must be called before the database is first opened, which keeps its client. */
export function noteStatements(): string[] {
  const statements: string[] = [];
  setDatabaseClient(noting(databaseClient(), statements));
  return statements;
}

/** Tables, and views with the tables that they are made from, each under the name that a statement has for it. */
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

/** Finds the tables that statements name after FROM or JOIN, themselves or by a view. */
export function tablesNamed(statements: readonly string[], relations: Relations): string[] {
  const named = [...statements.join("\n").matchAll(/\b(?:from|join)\s+"?(\w+)"?/gi)].map(([, name = ""]) => name);
  return [...new Set(named.flatMap((name) => relations.get(name) ?? []))].sort();
}
