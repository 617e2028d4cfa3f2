import { describe, expect, it } from "vitest";
import { statementSummary } from "./statement-summary";

describe("a statement's summary", () => {
  it.each([
    ['select "did", "name" from "agents" where "agents"."did" = $1 limit $2', "SELECT", "agents"],
    ['insert into "relay_events" ("id") values ($1) on conflict do update set "id" = 1', "INSERT", "relay_events"],
    ['update "agents" set "name" = $1 where "did" = $2', "UPDATE", "agents"],
    ['delete from "public"."sessions" where "id" = $1', "DELETE", "sessions"],
    ["select 1", "SELECT", undefined],
    ["select pg_advisory_xact_lock($1)", "SELECT", undefined],
    ["listen changes", "LISTEN", undefined],
    [
      "select * from jsonb_to_recordset($1::jsonb) as k(x text) join relay_events as e on true",
      "SELECT",
      "relay_events",
    ],
    ["select extract(epoch from now()) from ledger_heads for update of t", "SELECT", "ledger_heads"],
    ["select a from (select b from agents) as inner_rows", "SELECT", "agents"],
    [
      'with running as (select 1 from freezes), trace as ( insert into "relay_traces" as t (a) select a from item returning a) select * from running',
      "INSERT",
      "relay_traces",
    ],
    ["with found as materialized (select did from skills) select * from found", "SELECT", "skills"],
    [
      "select (select count(*) from audits where x = agents.did), name from agents join skills on true",
      "SELECT",
      "agents",
    ],
    ["", "STATEMENT", undefined],
  ])("of %s", (text, operation, collection) => {
    expect(statementSummary(text)).toEqual({ operation, collection });
  });

  it("has no word of a literal or a comment", () => {
    const summary = statementSummary(
      "select 'from canary' /* from canary */ -- from canary\n, 'it''s from canary' from agents",
    );
    expect(summary).toEqual({ operation: "SELECT", collection: "agents" });
  });
});
