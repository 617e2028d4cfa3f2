import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { joinAgent, registerAgent } from "@/lib/features/agents/contract";
import { listDirectory } from "@/lib/features/directory/contract";
import { curlOf, OWN_DID } from "./samples";

const ORIGIN = "https://federation.example";

/** Returns the arguments that a shell passes to curl. */
function wordsOf(command: string): string[] {
  const script = `curl() { for word in "$@"; do printf '%s\\0' "$word"; done; }\n${command}`;
  const env = { ...process.env, TOKEN: "t", DID: "did:fed:s1:atlas" };
  return execFileSync("sh", ["-c", script], { encoding: "utf8", env }).split("\0").slice(0, -1);
}

describe("a call as curl", () => {
  it("is one line where it only reads", () => {
    expect(curlOf(ORIGIN, { endpoint: listDirectory })).toBe(`curl -s ${ORIGIN}/api/agents/directory`);
  });

  it("has its header and body on separate lines, and is one shell command", () => {
    const command = curlOf(ORIGIN, { endpoint: joinAgent, body: { did: OWN_DID } });
    expect(command.split("\n")).toHaveLength(3);
    expect(wordsOf(command)).toEqual([
      "-s",
      `${ORIGIN}/api/agent/join`,
      "-H",
      "Authorization: Bearer t",
      "-d",
      '{ "did": "did:fed:s1:atlas" }',
    ]);
  });

  it("has a long body on several lines, which says the same", () => {
    const body = {
      did: "did:fed:s1:atlas",
      name: "O’Neill's atlas",
      provider: "Łódź Tourist Office",
      skills: ["it's"],
    };
    const command = curlOf(ORIGIN, { endpoint: registerAgent, body });
    for (const line of command.split("\n")) expect(line.length).toBeLessThan(64);
    expect(JSON.parse(wordsOf(command).at(-1) ?? "")).toEqual(body);
  });
});
