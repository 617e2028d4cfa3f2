import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { card, type Federation, newFederation } from "../http/federation";
import { type RunningServer, startServer } from "../http/start-server";
import { send } from "../http/visitor";

const REAL_LIST = path.resolve("../shared/data/mcp-registry-servers.jsonl");
let fed: Federation;
let server: RunningServer;
beforeAll(async () => {
  fed = await newFederation();
  server = await startServer({ dataDir: fed.directory, env: fed.env });
});
afterAll(async () => {
  await server.stop("SIGKILL");
  await fed.cleanUp();
});

const get = async (path: string) => (await send(`${server.url}/api/agents/${path}`)).json();

/** Returns the source from which the import read an agent. */
async function sourceOf(did: string) {
  const [row] = await fed.query(
    `select kind, convert_from(bytes, 'UTF8') as text from agent_sources where did = '${did}'`,
  );
  return row as { kind: string; text: string } | undefined;
}

const SERVER_JSON = {
  name: "io.github.user/weather",
  description: "Forecasts.",
  version: "1.0.0",
  packages: [{ registryType: "npm", identifier: "weather", version: "1.0.0", transport: { type: "stdio" } }],
};
const LISTED = { slug: "acme-clock", name: "clock", provider: "io.github.acme", registries: ["pypi"] };

describe("an import with a running server", () => {
  it("reads every kind in one file, names the lines that it rejects, and continues", async () => {
    const lines = [
      card(1),
      "{broken",
      "",
      { hello: "world" },
      SERVER_JSON,
      { ...card(2), name: "" },
      LISTED,
      [card(3)],
    ];
    const file = await fed.list("mixed.jsonl", lines);
    const { code, output, errors } = await fed.run(file);
    expect(output).toBe("4 registered, 0 updated, 0 unchanged, 3 refused\n");
    expect(code).toBe(1);
    expect(errors.trim().split("\n")).toEqual([
      `${file}, line 2: not JSON`,
      `${file}, line 4: neither an A2A agent card, nor an MCP server.json, nor a listed MCP server`,
      expect.stringContaining(`${file}, line 6: name: must not be empty`),
    ]);
    const [card1] = (await readFile(file, "utf8")).split("\n");
    expect(await sourceOf("did:a2a:default:agents.example.com:a2a:1")).toEqual({ kind: "a2a-card", text: card1 });
    expect(await sourceOf("did:a2a:default:agents.example.com:a2a:3")).toMatchObject({ text: JSON.stringify(card(3)) });
    for (const did of [
      "did:a2a:default:agents.example.com:a2a:1",
      "did:a2a:default:agents.example.com:a2a:3",
      "did:mcp:default:acme-clock",
      "did:mcp:default:io.github.user:weather",
    ]) {
      expect(await get(did)).toMatchObject({ did, status: "unverified", trust_tier: "T0", is_demo: false });
    }
  });

  it("changes nothing when repeated, and reports each changed field of a new list", async () => {
    const before = await fed.list("before.jsonl", [
      card(21),
      card(22),
      card(23, { zero: -0, deep: { list: [1e21, null] } }),
    ]);
    expect(await fed.run(before)).toEqual({
      code: 0,
      output: "3 registered, 0 updated, 0 unchanged, 0 refused\n",
      errors: "",
    });
    expect((await fed.run(before)).output).toBe("0 registered, 0 updated, 3 unchanged, 0 refused\n");

    const { defaultInputModes: _, ...rest } = card(22);
    const after = await fed.list("after.jsonl", [card(21), { ...rest, name: "Renamed \u001b[31m", version: "2.0.0" }]);
    const plan = await fed.report("--dry-run", after);
    expect((await fed.run("--dry-run", after)).output).toContain(
      "Dry run, nothing stored: 0 registered, 1 updated, 1 unchanged, 0 refused",
    );
    expect(plan.updated).toEqual([
      {
        file: after,
        line: 2,
        did: "did:a2a:default:agents.example.com:a2a:22",
        changes: expect.arrayContaining([
          { field: "name", from: '"Agent 22"', to: '"Renamed \\u001b[31m"' },
          { field: "version", from: '"1.0.0"', to: '"2.0.0"' },
          { field: "capability_manifest.version", from: '"1.0.0"', to: '"2.0.0"' },
          { field: "capability_manifest.defaultInputModes", from: '["text/plain"]', to: "nothing" },
        ]),
      },
    ]);
    const { code, output } = await fed.run(after);
    expect(code).toBe(0);
    expect(output).toContain('  capability_manifest.version: "1.0.0" → "2.0.0"\n');
    expect(output).not.toContain("\u001b");
    expect((await fed.run(after)).output).toBe("0 registered, 0 updated, 2 unchanged, 0 refused\n");
  });

  it("with --members takes no tier or key from a card, and does not change an agent's key", async () => {
    const did = "did:fed:s1:keeper";
    const key = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo";
    const authorization = `Bearer ${await server.operatorToken()}`;
    const body = { did, name: "Keeper", public_key: key };
    await send(`${server.url}/api/agent/register`, { method: "POST", headers: { authorization }, body });
    const file = await fed.list("claims.jsonl", [card(51, { did, trust_tier: "T4", public_key: "B".repeat(43) })]);
    const listed = await fed.run(file);
    expect([listed.code, listed.errors]).toEqual([1, expect.stringContaining("is a member of the federation")]);
    expect((await get(did)).name).toBe("Keeper");
    expect((await fed.run("--members", file)).output).toContain("1 updated");
    // The import is another process, whose writes the server may show 250 ms later (docs/decisions/reads.md).
    await expect.poll(() => get(did)).toMatchObject({ name: "Agent 51", trust_tier: "T1", public_key: key });
  });
});

describe.runIf(existsSync(REAL_LIST))("the list of a real registry", () => {
  it("is imported with a running server as 464 agents, without the empty line 16, and can be searched", async () => {
    const { total } = await get("directory");
    const before = (await get("directory?membership=listed")).total;
    const { code, output, errors } = await fed.run(REAL_LIST);
    expect([code, output]).toEqual([1, "464 registered, 0 updated, 0 unchanged, 1 refused\n"]);
    expect(errors).toMatch(/line 16: name: must not be empty.*\n$/);
    expect((await fed.run(REAL_LIST)).output).toBe("0 registered, 0 updated, 464 unchanged, 1 refused\n");
    const standings = await fed.query(
      "select status, trust_tier, trust_score::float, count(*)::int as agents from agents where listed is not null group by 1, 2, 3",
    );
    expect(standings).toEqual([{ status: "unverified", trust_tier: "T0", trust_score: 0, agents: before + 464 }]);
    expect((await get("directory?q=mongo")).total).toBe(3);
    const { agents } = await get("directory?q=mongo");
    for (const { description, repository, endpoints, model_given } of agents) {
      expect([description !== "", repository.startsWith("https://"), endpoints, model_given]).toEqual([
        true,
        true,
        [],
        false,
      ]);
    }
    const [{ sources }] = (await fed.query(
      "select count(*)::int as sources from agent_sources where kind = 'mcp-listed-server'",
    )) as [{ sources: number }];
    expect(sources).toBeGreaterThanOrEqual(464);
    expect((await get("directory")).total).toBe(total + 464);
  });
});
