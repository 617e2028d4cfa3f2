import { readFileSync } from "node:fs";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { expect, it } from "vitest";

const released: string[] = JSON.parse(readFileSync("drizzle/released.json", "utf8")).hashes;
const migrations = readMigrationFiles({ migrationsFolder: "drizzle" });

it("a released migration never changes: new ones are only added after it", () => {
  expect(released.length).toBeGreaterThan(0);
  expect(migrations.slice(0, released.length).map(({ hash }) => hash)).toEqual(released);
});

it("docs/schema.md describes every table", () => {
  const text = readFileSync("docs/schema.md", "utf8");
  const created = migrations.flatMap(({ sql }) => [...sql.join("\n").matchAll(/^\s*CREATE TABLE "(\w+)"/gm)]);
  const dropped = migrations.flatMap(({ sql }) => [...sql.join("\n").matchAll(/^\s*DROP TABLE "(\w+)"/gm)]);
  const gone = new Set(dropped.map(([, name]) => name));
  const tables = created.map(([, name]) => name).filter((name) => !gone.has(name));
  expect(tables).toContain("agents");
  expect(tables.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});
