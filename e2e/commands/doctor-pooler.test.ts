import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type PooledDatabase, startPgBouncer, withPgBouncer } from "@/lib/database/testing/pgbouncer";
import { onServer } from "@/lib/database/testing/template";
import { type Federation, newFederation } from "../http/federation";

describe.runIf(onServer && withPgBouncer)("npm run doctor, behind PgBouncer in transaction mode", () => {
  let fed: Federation;
  let pooled: PooledDatabase;
  beforeAll(async () => {
    fed = await newFederation();
    pooled = await startPgBouncer(fed.env["DATABASE_URL"] ?? "", "transaction");
  });
  afterAll(async () => {
    await pooled.stop();
    await fed.cleanUp();
  });

  const doctor = async (settings: Record<string, string> = {}) => {
    const { output } = await fed.doctor({ PORT: "0", DATABASE_URL: pooled.url, ...settings });
    return output;
  };

  it("reports the pooler, its effect, and the commands for the role's timeouts", async () => {
    const output = await doctor();
    expect(output).toMatch(
      /^ {2}warning {2}pooler .+transaction mode\. It delivers no notifications.+\n +→ Set DATABASE_DIRECT_URL/m,
    );
    expect(output).toMatch(/^ {2}warning {2}timeouts .+statement_timeout unset/m);
    expect(output).toContain("SET statement_timeout = '4000ms';");
  });

  it("has no warning with a direct URL and a role with timeouts", async () => {
    const timeouts = { statement_timeout: "4s", lock_timeout: "3s", idle_in_transaction_session_timeout: "15s" };
    for (const [name, value] of Object.entries(timeouts)) await pooled.setOfRole(name, value);
    const role = new URL(pooled.url).username;
    await fed.query(`select pg_terminate_backend(pid) from pg_stat_activity where usename = '${role}'`);
    const output = await doctor({ DATABASE_DIRECT_URL: pooled.directUrl });
    for (const about of ["pooler", "timeouts", "direct"]) expect(output).toMatch(RegExp(`^ {2}ok {7}${about} `, "m"));
    expect(await doctor({ DATABASE_DIRECT_URL: pooled.url })).toMatch(/^ {2}failed {3}direct /m);
  });

  it("names a setting that contradicts the pooler", async () => {
    const output = await doctor({ DATABASE_POOLED: "none" });
    expect(output).toMatch(
      /^ {2}failed {3}database {2}unsupported startup parameter.+\n +→ .+Unset DATABASE_POOLED\.$/m,
    );
  });
});
