import { randomUUID } from "node:crypto";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openClient } from "./client";
import { migrateDatabase } from "./migrate";
import { findWrongSession } from "./requirements";
import { newServerDatabase, onServer, type ServerDatabase } from "./testing/template";

/** A database of a new role without any right, and statements of a superuser there. */
interface Restricted {
  role: string;
  url: string;
  admin: postgres.Sql;
  drop: () => Promise<void>;
}

async function restricted(setUp: (names: { role: string; database: string }) => string): Promise<Restricted> {
  const database = (await newServerDatabase({ empty: true })) as ServerDatabase;
  const admin = postgres(database.url, { max: 1, onnotice: () => {} });
  const role = `governance_role_${randomUUID().slice(0, 8)}`;
  const url = new URL(database.url);
  const name = url.pathname.slice(1);
  await admin.unsafe(`create role ${role} login password 'x'`);
  await admin.unsafe(`revoke all on schema public from public; grant usage on schema public to public;`);
  await admin.unsafe(setUp({ role, database: name }));
  Object.assign(url, { username: role, password: "x" });
  return {
    role,
    url: url.href,
    admin,
    drop: async () => {
      await admin.end();
      await database.drop();
      const server = postgres(process.env["TEST_DATABASE_URL"] ?? "", { max: 1, onnotice: () => {} });
      await server.unsafe(`drop role ${role}`);
      await server.end();
    },
  };
}

const RIGHTS = ({ role, database }: { role: string; database: string }) =>
  `grant create on schema public to ${role}; grant create on database ${database} to ${role};`;

/** What a database or its role may have, and the statements that make it so. */
const DEFAULTS: [name: string, setUp: (names: { role: string; database: string }) => string][] = [
  [
    "settings of the role",
    ({ role }) =>
      [
        "datestyle = 'German, DMY'",
        "timezone = 'Asia/Kolkata'",
        "bytea_output = 'escape'",
        "standard_conforming_strings = off",
        "extra_float_digits = -15",
        "array_nulls = off",
        "default_transaction_isolation = 'serializable'",
        "statement_timeout = '100ms'",
        "lock_timeout = '100ms'",
      ]
        .map((setting) => `alter role ${role} set ${setting};`)
        .join("\n"),
  ],
  [
    "settings of the database, and an empty search_path",
    ({ role, database }) => `alter database ${database} set datestyle = 'SQL, DMY';
      alter database ${database} set bytea_output = 'escape'; alter role ${role} set search_path = ''`,
  ],
  [
    "a table of others in the schema public",
    () => "create table spatial_ref_sys (id int); revoke all on spatial_ref_sys from public",
  ],
  [
    "another search_path",
    ({ role }) => `create schema app authorization ${role}; alter role ${role} set search_path = app, pg_catalog`,
  ],
  [
    "extensions in a schema that is not on the path",
    ({ role }) => `create schema extensions; create extension pg_trgm schema extensions;
      grant usage on schema extensions to ${role}`,
  ],
];

describe.runIf(onServer)("a database with other defaults", () => {
  it.each(DEFAULTS)("works: %s", async (_, setUp) => {
    const { url, drop } = await restricted((names) => `${RIGHTS(names)} ${setUp(names)}`);
    const client = openClient({ url }, { responseMilliseconds: 30_000 });
    try {
      await migrateDatabase({ url });
      expect(await findWrongSession(drizzle(client))).toBeNull();
      await client.unsafe("create table values_of_a_test (at timestamptz, raw bytea, said text, number float8)");
      const [row] = await client.unsafe(`insert into values_of_a_test values
        ('2026-02-03T04:05:06.789Z', '\\x00ff5c', 'a\\nb', 0.1::float8 + 0.2::float8) returning *`);
      expect(row).toEqual({
        at: "2026-02-03 04:05:06.789+00",
        raw: Buffer.from([0, 255, 92]),
        said: "a\\nb",
        number: 0.1 + 0.2,
      });
      const begun = await client.begin((tx) => tx.unsafe("show transaction isolation level"));
      expect(begun).toMatchObject([{ transaction_isolation: "read committed" }]);
      // The operators and classes of the extension are found without their schema.
      expect(await client.unsafe("select similarity('abc', 'abd') > 0 as found")).toEqual([{ found: true }]);
      await migrateDatabase({ url });
    } finally {
      await client.end();
      await drop();
    }
  });
});

/** What a role lacks, and the sentence with which the start ends. */
const LACKS: [name: string, setUp: (names: { role: string; database: string }) => string, expected: RegExp][] = [
  [
    "the right to create in public",
    ({ role, database }) => `grant create on database ${database} to ${role}`,
    /may not create tables in the schema public\. GRANT USAGE, CREATE ON SCHEMA public TO /,
  ],
  [
    "the right to create a schema and an extension",
    ({ role }) => `grant create on schema public to ${role}`,
    /may not create the extension pg_trgm\. As a superuser, in this database: CREATE EXTENSION pg_trgm;/,
  ],
  [
    "only the right to create a schema",
    ({ role }) => `grant create on schema public to ${role}; create extension pg_trgm`,
    /may not create the schema drizzle.+GRANT CREATE ON DATABASE /,
  ],
  [
    "the right to use the schema of an extension",
    (names) => `${RIGHTS(names)} create schema extensions; create extension pg_trgm schema extensions`,
    /may not use the schema extensions, which has the extension pg_trgm\. GRANT USAGE ON SCHEMA extensions TO /,
  ],
  [
    "the right to write",
    (names) => `${RIGHTS(names)} alter role ${names.role} set default_transaction_read_only = on`,
    /are read-only\. Let it write: ALTER ROLE /,
  ],
];

describe.runIf(onServer)("a start", () => {
  it.each(LACKS)("ends with the sentence that says what to grant if a role lacks %s", async (_, setUp, expected) => {
    const { url, drop } = await restricted(setUp);
    try {
      await expect(migrateDatabase({ url })).rejects.toThrow(expected);
    } finally {
      await drop();
    }
  });

  describe("on tables of another role", () => {
    let one: Restricted;
    beforeAll(async () => {
      one = await restricted(() => "select 1");
      await migrateDatabase({ url: ownUrl(one) });
    });
    afterAll(() => one.drop());
    const ownUrl = ({ url }: Restricted) => {
      const admin = new URL(process.env["TEST_DATABASE_URL"] ?? "");
      admin.pathname = new URL(url).pathname;
      return admin.href;
    };

    it("names the schema of the journal, then the tables, and works with the granted rights", async () => {
      const { role, url, admin } = one;
      await expect(migrateDatabase({ url })).rejects.toThrow(/may not read the schema drizzle/);
      await admin.unsafe(
        `grant usage on schema drizzle to ${role}; grant select on all tables in schema drizzle to ${role}`,
      );
      await expect(migrateDatabase({ url })).rejects.toThrow(
        /may not read and write the table .+GRANT ALL ON ALL TABLES/,
      );
      await admin.unsafe(
        `grant all on all tables in schema public to ${role}; grant all on all sequences in schema public to ${role}`,
      );
      await migrateDatabase({ url });
      await admin.unsafe(
        "delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)",
      );
      await expect(migrateDatabase({ url })).rejects.toThrow(/GRANT USAGE, CREATE ON SCHEMA public|GRANT postgres TO/);
    });
  });
});
