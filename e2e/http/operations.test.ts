import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SmokeResult } from "@/lib/features/status/schema";
import { type RunningServer, startServer } from "./start-server";
import { TRUST_LOOPBACK, visitorOf } from "./visitor";

const hasPromtool = spawnSync("promtool", ["--version"]).status === 0;

/** Returns every query of the dashboard, with values for Grafana's own variables. */
function dashboardQueries(): string[] {
  const { panels, annotations } = JSON.parse(readFileSync("docs/operations/dashboard.json", "utf8"));
  const targets: { expr: string }[] = panels.flatMap((panel: { targets?: { expr: string }[] }) => panel.targets ?? []);
  return [...targets, ...annotations.list].map(({ expr }) =>
    expr.replaceAll("$__rate_interval", "5m").replaceAll("$instance", ".*"),
  );
}

/** Returns the metrics of a query, without labels and functions. */
function metricsIn(query: string): string[] {
  const bare = query
    .replace(/"[^"]*"/g, "")
    .replace(/\{[^}]*\}/g, "")
    .replace(/\b(?:by|on)\s*\([^)]*\)/g, "");
  return bare.match(/\b[a-z]+(?:_[a-z0-9]+)+\b(?!\s*\()/g) ?? [];
}

describe("operations", () => {
  let server: RunningServer;
  let token: string;
  beforeAll(async () => {
    server = await startServer({ env: { ...TRUST_LOOPBACK, RATE_LIMIT_REQUESTS: "40" } });
    token = await server.operatorToken();
  });
  afterAll(() => server.cleanUp());

  const metrics = async () => (await visitorOf(server.url)("/metrics")).body;
  const value = (text: string, series: string) =>
    Number(
      text
        .split("\n")
        .find((line) => line.startsWith(`${series} `))
        ?.split(" ")[1],
    );
  const join = (did: string) =>
    fetch(`${server.url}/api/agent/join?token=${token}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify({ did, provider: token }),
    });

  it("counts requests by route template, never by DID", async () => {
    const series = 'http_requests_total{method="GET",route="/api/agents/{did}",status="404"}';
    const before = value(await metrics(), series) || 0;
    await Promise.all(["a", "b", "c"].map((name) => visitorOf(server.url)(`/api/agents/did:fed:s1:${name}`)));
    // A request is counted after its response was sent, which may be after the client has read it.
    await expect.poll(async () => value(await metrics(), series)).toBe(before + 3);
    expect(await metrics()).not.toContain("did:fed");
  });

  it("reports agents by tier, the database's statements and the build", async () => {
    expect((await join("did:fed:s1:counted")).status).toBe(201);
    // On a busy machine a response may lack the database's part. The next scrape has it.
    await expect.poll(async () => value(await metrics(), 'federation_agents{tier="T0"}')).toBe(1);
    const text = await metrics();
    expect(value(text, 'database_query_duration_seconds_count{outcome="ok"}')).toBeGreaterThan(0);
    expect(value(text, "database_connections")).toBeGreaterThan(0);
    expect(text).toMatch(/^build_info\{version="0\.3\.0",build_sha="[^"]+"\} 1$/m);
  });

  it("reports the length and growth of the logs, freezes, waiting skills, and the result of the smoke check", async () => {
    // The check of each minute may come between the two reads.
    const differing = async () => {
      const { checks } = (await visitorOf(server.url)("/api/system/smoke")).json() as SmokeResult;
      const text = await metrics();
      return checks.filter(({ name, ok }) => value(text, `smoke_check_passed{check="${name}"}`) !== (ok ? 1 : 0));
    };
    await expect.poll(differing).toEqual([]);
    await expect.poll(async () => value(await metrics(), 'ledger_entries{log="anchors"}')).toBe(0);
    const text = await metrics();
    expect(value(text, 'ledger_entries{log="council"}')).toBeGreaterThan(0);
    expect(value(text, 'ledger_append_duration_seconds_count{log="council"}')).toBeGreaterThan(0);
    expect(value(text, 'federation_frozen{subsystem="relay"}')).toBe(0);
    expect(value(text, "vector_outbox_skills")).toBeGreaterThanOrEqual(0);
    expect(value(text, "smoke_last_run_timestamp_seconds")).toBeCloseTo(Date.now() / 1_000, -2);
  });

  it.skipIf(!hasPromtool)("has alert rules that Prometheus accepts", () => {
    const rules = "docs/operations/alerts.yml";
    const { status, stdout, stderr } = spawnSync("promtool", ["check", "rules", rules], { encoding: "utf8" });
    expect([status, `${stdout}${stderr}`]).toEqual([0, expect.stringContaining("SUCCESS")]);
  });

  it("has alerts only for existing metrics", async () => {
    const text = await metrics();
    const named =
      readFileSync("docs/operations/alerts.yml", "utf8").match(/\b[a-z]+(_[a-z0-9]+)+(?=[{[ )<>=]|$)/gm) ?? [];
    const ours = named.filter((name) => /^(http|federation|ledger|vector|smoke|rate_limit|nodejs)_/.test(name));
    expect(ours.length).toBeGreaterThan(10);
    for (const name of new Set(ours)) expect(text).toMatch(new RegExp(`^(# HELP )?${name}[{ ]`, "m"));
  });

  it("has a dashboard only of existing metrics, with all metrics of the alerts", async () => {
    // A histogram or a labelled counter appears with its first value.
    await visitorOf(server.url)("/api/agents/directory");
    const text = await metrics();
    const shown = dashboardQueries().flatMap(metricsIn);
    expect(new Set(shown).size).toBeGreaterThan(20);
    for (const name of new Set(shown)) expect(text).toMatch(new RegExp(`^(# HELP )?${name}[{ ]`, "m"));
    const rules = readFileSync("docs/operations/alerts.yml", "utf8");
    const alerted = [...rules.matchAll(/expr: (?:>-\n)?((?:.|\n {10})*)/g)].flatMap(([, query = ""]) =>
      metricsIn(query),
    );
    expect(shown).toEqual(
      expect.arrayContaining(alerted.filter((name) => name !== "smoke_last_run_timestamp_seconds")),
    );
  });

  it.skipIf(!hasPromtool)("has a dashboard whose queries Prometheus accepts", () => {
    const rules = dashboardQueries().map((expr, n) => ({ record: `panel:${n}`, expr }));
    const file = path.join(server.dataDir, "dashboard.json");
    // JSON is also YAML.
    writeFileSync(file, JSON.stringify({ groups: [{ name: "dashboard", rules }] }));
    const { status, stdout, stderr } = spawnSync("promtool", ["check", "rules", file], { encoding: "utf8" });
    expect([status, `${stdout}${stderr}`]).toEqual([0, expect.stringContaining("SUCCESS")]);
  });

  it.skipIf(!hasPromtool)("has nothing that Prometheus's own linter would change", async () => {
    const { status, stdout, stderr } = spawnSync("promtool", ["check", "metrics"], { input: await metrics() });
    expect(`${stdout}${stderr}`).toBe("");
    expect(status).toBe(0);
  });

  it("writes one event per request, with its id and route, and no token or query in any line", async () => {
    const response = await join("did:fed:s1:logged");
    const id = response.headers.get("x-request-id");
    await expect.poll(() => server.output()).toContain(`"request_id":"${id}"`);
    const lines = server.output().split("\n");
    const events = lines.filter((line) => line.includes(`"request_id":"${id}"`)).map((line) => JSON.parse(line));
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({
      event: "request",
      route: "/api/agent/join",
      status: 201,
      path: "/api/agent/join",
    });
    // The first start prints its operator's token, once.
    const logged = lines
      .filter((line) => line.startsWith("{") && !line.includes('"event":"operator_token"'))
      .join("\n");
    expect(server.output().split(token)).toHaveLength(2);
    expect(logged).not.toContain(token);
    expect(logged).not.toContain("?token");
  });

  it("counts rejected requests", async () => {
    const ask = visitorOf(server.url);
    const answers = await Promise.all(Array.from({ length: 100 }, () => ask("/api/nope")));
    const refused = answers.filter(({ status }) => status === 429).length;
    expect(refused).toBeGreaterThan(0);
    expect(value(await metrics(), 'rate_limited_requests_total{limit="api"}')).toBe(refused);
  });
});
