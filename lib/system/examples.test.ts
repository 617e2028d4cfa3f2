import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import * as agents from "@/lib/features/agents/contract";
import { completeRecord } from "@/lib/features/agents/rules";
import { RegisterAgent } from "@/lib/features/agents/schema";
import { registrationParts } from "@/lib/features/trust/registration-parts";
import { QUICK_START } from "@/lib/portal/description/quick-start";

/** Returns the bodies of a document's calls to register. */
function registrationsIn(file: string): unknown[] {
  const calls = readFileSync(file, "utf8").matchAll(/\/register\b[^`]*?-d '(\{[^']*\})'/g);
  return [...calls].map(([, json = ""]) => JSON.parse(json));
}

// A registration replaces the record except its key. A pasted example must not remove fields from it.
it.each([
  ["the description of the API and its reference", [agents.registerAgent.example.body]],
  [
    "the quick start and llms.txt",
    QUICK_START.filter(({ endpoint }) => endpoint === agents.registerAgent).map(({ body }) => ({
      ...body,
      did: "did:fed:s1:atlas",
    })),
  ],
  ["the guide", registrationsIn("docs/guide.md").slice(0, 1)],
  ["RFC 3", registrationsIn("public/evidence/rfc/0003.md")],
])("the example of %s contains all parts of a record", (_, bodies) => {
  expect(bodies).toHaveLength(1);
  for (const body of bodies) {
    const input = RegisterAgent.parse(body);
    expect(registrationParts({ did: input.did, ...completeRecord(input) }).missing).toEqual(["public_key"]);
    expect(input.public_key).toBeUndefined();
  }
});

it("the guide registers each of its two agents once, and patches the first", () => {
  expect(registrationsIn("docs/guide.md")).toMatchObject([{ did: "did:fed:s1:atlas" }, { did: "did:fed:s1:scribe" }]);
  expect(readFileSync("docs/guide.md", "utf8")).toContain("-X PATCH $AGENT/did:fed:s1:atlas ");
});

it("the guide writes only into a folder that git ignores", () => {
  const guide = readFileSync("docs/guide.md", "utf8");
  const commands = [...guide.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, text = ""]) =>
    text.replaceAll(/'[^']*'/g, "''"),
  );
  const written = commands.flatMap((text) => [
    ...[...text.matchAll(/(?:[^=]|^)>>? ?([^\s&()]+)/gm)].map(([, file]) => file),
    ...[...text.matchAll(/ (?:-out|-o|--report|--output) (\S+)/g)].map(([, file]) => file),
    ...[...text.matchAll(/ -\w*O\b/g)].map(() => "a file in the present folder"),
  ]);
  expect(written.length).toBeGreaterThan(10);
  expect(written.filter((file) => !file?.startsWith(".data/guide/"))).toEqual([]);
  expect(readFileSync(".gitignore", "utf8").split("\n")).toEqual(expect.arrayContaining([".data/", "*.pem"]));
});

it("the first page of the documents names buttons as the pages do", () => {
  const buttons = [...readFileSync("README.md", "utf8").matchAll(/press \*\*([^*]+)\*\*/g)].map(([, name]) => name);
  const pages = readdirSync("components", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".tsx"))
    .map((file) => readFileSync(`components/${file}`, "utf8"));
  expect(buttons.length).toBeGreaterThan(0);
  expect(buttons.filter((name) => !pages.some((page) => page.includes(`"${name}"`)))).toEqual([]);
});
