import { execFile } from "node:child_process";
import { realpathSync } from "node:fs";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { describe, expect, it, onTestFinished } from "vitest";

const run = promisify(execFile);

describe("the published client", () => {
  it("is one file of less than 64 KiB compressed, without imports and without code of the server", async () => {
    expect(gzipSync(await readFile("dist/client/index.js")).length).toBeLessThan(64 * 1_024);
    const options = { bundle: true, write: false, metafile: true, platform: "browser", format: "esm" } as const;
    const { inputs } = (await build({ ...options, entryPoints: ["dist/client/index.js"] })).metafile;
    expect(Object.entries(inputs).map(([file, { imports }]) => [file, imports])).toEqual([
      [path.relative(".", realpathSync("dist/client/index.js")), []],
    ]);
    const { sources } = JSON.parse(await readFile("dist/client/index.js.map", "utf8")) as { sources: string[] };
    expect(sources).toContain("../../../client/index.ts");
    expect(
      sources.filter((file) =>
        /drizzle|node_modules\/postgres|lib\/(database|edge|foundation\/(env|log))|service/.test(file),
      ),
    ).toEqual([]);
  });

  it("contains its README and the licence", async () => {
    const { stdout } = await run("tar", ["-tzf", "dist/public/client.tgz"]);
    const files = [
      ...["LICENSE", "README.md", "index.d.ts", "index.js", "index.js.map"],
      ...["operations.d.ts", "package.json"],
    ];
    expect(stdout.trim().split("\n").sort()).toEqual(files.map((file) => `package/${file}`));
    expect(await readFile("dist/client/LICENSE", "utf8")).toBe(await readFile("LICENSE", "utf8"));
    expect(JSON.parse(await readFile("dist/client/package.json", "utf8"))).toMatchObject({ license: "Apache-2.0" });
  });

  it("contains no texts that only document", async () => {
    const bundle = await readFile("dist/client/index.js", "utf8");
    expect(bundle).not.toContain("Server-Sent Events:");
    expect(bundle).not.toContain("did:demo:");
  });

  it("has the types of the declarations, which a compiler reads without other packages, and refuses others", async () => {
    for (const file of ["index", "operations"])
      expect(await readFile(`dist/client/${file}.d.ts`, "utf8")).not.toMatch(/zod/i);
    const directory = await mkdtemp(path.join(tmpdir(), "governance-client-"));
    onTestFinished(() => rm(directory, { recursive: true }));
    const installed = path.join(directory, "node_modules/federation-governance-service");
    await cp("dist/client", installed, { recursive: true });
    await writeFile(path.join(directory, "package.json"), '{"type": "module"}');
    await writeFile(
      path.join(directory, "mine.ts"),
      `import { type Agent, ApiError, connect, type Tier, verifyWebhook } from "federation-governance-service/client";
declare const TOKEN: string | undefined;
const federation = connect({ baseUrl: "https://federation.example", token: TOKEN });
const { agents } = await federation.listDirectory({ query: { role: "reviewer", limit: 2, tier: "T1" } });
const [first]: Agent[] = agents;
const tiers: Tier[] = agents.map(({ trust_tier }) => trust_tier);
for await (const { cursor, intent } of federation.streamInbox()) {
  const next: number = cursor + 1;
  console.log(next, intent.length, tiers, first?.name);
}
await federation.sendEvent({ body: { src_did: "did:fed:s1:atlas", intent: "summarise", mine: 1 } });
const { severity, status } = await federation.openIncident({ body: { title: "It broke", severity: "MAJOR" } });
const known: ["LOW" | "MAJOR" | "CRITICAL", "OPEN" | "FROZEN" | "RESOLVED" | "EXPORTED"] = [severity, status];
for await (const { agents, total } of federation.pages.listDirectory({ query: { limit: 5 } })) console.log(agents, total);
for await (const { entries } of federation.pages.readLog({}, { retries: 5, signal: undefined })) console.log(entries.length);
for await (const { kind } of federation.events({ kinds: ["agent.joined"] })) console.log(kind === "agent.joined", known);
const { type } = await verifyWebhook({ body: "{}", headers: new Headers(), secret: ["whsec_a", "whsec_b"] });
const kind: string = type;
const failed = (error: unknown) => error instanceof ApiError && error.body.code === "NOT_FOUND";
console.log(kind, failed(null));
// @ts-expect-error an operation without pages
federation.pages.getAgent();
// @ts-expect-error an event without an intent
await federation.sendEvent({ body: { src_did: "did:fed:s1:atlas" } });
// @ts-expect-error a call without its agent
await federation.getAgent();
// @ts-expect-error an operation that is not declared
await federation.dropTables();
// @ts-expect-error a severity that does not exist
await federation.openIncident({ body: { title: "It broke", severity: "BAD" } });
// @ts-expect-error a tier that does not exist
await federation.listDirectory({ query: { tier: "T9" } });
// @ts-expect-error a field that does not exist
await federation.openIncident({ body: { title: "It broke", severity: "LOW", colour: "red" } });
// @ts-expect-error a parameter that does not exist
await federation.listDirectory({ query: { rolle: "reviewer" } });
// @ts-expect-error a kind that does not exist
federation.events({ kinds: ["agent.teleported"] });
// @ts-expect-error an option that does not exist
connect({ baseUrl: "https://federation.example", tokn: "t" });
`,
    );
    const tsc = path.resolve("node_modules/typescript/bin/tsc");
    const strict = ["--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess"];
    const options = ["--noEmit", ...strict, "--target", "es2023", "--lib", "es2023,dom", "--types", ""];
    const checked = run(process.execPath, [tsc, ...options, "--module", "nodenext", "mine.ts"], { cwd: directory });
    await expect(checked.catch((error) => error.stdout)).resolves.toMatchObject({ stdout: "" });
  });
});
