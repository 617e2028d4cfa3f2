import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import * as agents from "@/lib/agents/contract";
import { completeRecord } from "@/lib/agents/rules";
import { RegisterAgent } from "@/lib/agents/schema";
import { registrationParts } from "@/lib/trust/registration-parts";
import { QUICK_START } from "./view/quick-start";

/** The bodies of a document's calls to register. */
function registrationsIn(file: string): unknown[] {
  const calls = readFileSync(file, "utf8").matchAll(/\/register\b[^`]*?-d '(\{[^']*\})'/g);
  return [...calls].map(([, json = ""]) => JSON.parse(json));
}

// A registration replaces the record, all but the key. One that somebody pastes must not take fields from it.
it.each([
  ["the description of the API and its reference", [agents.registerAgent.example.body]],
  [
    "the quick start and llms.txt",
    QUICK_START.filter(({ endpoint }) => endpoint === agents.registerAgent).map(({ body }) => ({
      ...body,
      did: "did:fed:s1:atlas",
    })),
  ],
  ["the README", registrationsIn("README.md")],
  ["RFC 3", registrationsIn("public/evidence/rfc/0003.md")],
])("the example of %s leaves a record as complete as it found it", (_, bodies) => {
  expect(bodies).toHaveLength(1);
  for (const body of bodies) {
    const input = RegisterAgent.parse(body);
    expect(registrationParts({ did: input.did, ...completeRecord(input) }).missing).toEqual(["public_key"]);
    expect(input.public_key).toBeUndefined();
  }
});

it("the guide changes the agent that it speaks of, and registers only the one that anchors", () => {
  expect(registrationsIn("docs/guide.md")).toMatchObject([{ did: "did:fed:s1:scribe" }]);
  expect(readFileSync("docs/guide.md", "utf8")).toContain("-X PATCH $AGENT/did:fed:s1:atlas ");
});
