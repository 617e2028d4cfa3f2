import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { shellWord } from "@/lib/http/samples";
import { Did } from "@/lib/identity/did";
import { firstCommands } from "./first-commands";

/** What a shell hands to curl: the argument behind `-d` of each command. */
function bodies(commands: string): unknown[] {
  const script = `TOKEN=t; curl() { while [ "$1" != -d ]; do shift; done; printf '%s\\0' "$2"; }\n${commands}`;
  const sent = execFileSync("sh", ["-c", script], { encoding: "utf8" }).split("\0").slice(0, -1);
  return sent.map((body) => JSON.parse(body));
}
const subject = { did: "did:fed:s1:atlas", organisation: "O’Neill's", capabilities: [], public_key: "" };

describe("the first commands", () => {
  it("say in a shell exactly what the applicant said, quotes and substitutions included", () => {
    const capabilities = ["it's", "$(id)", "`id`", "a\\b", '"', "$TOKEN"];
    const [join, register] = bodies(firstCommands("http://localhost:3000", { ...subject, capabilities }));
    expect(join).toEqual({ did: subject.did, provider: subject.organisation });
    expect(register).toMatchObject({ did: subject.did, name: "atlas", capabilities });
  });

  it.each(["Łódź Tourist Office", "日本", "x".repeat(200)])("name an agent for the organisation %s", (organisation) => {
    const [join] = bodies(firstCommands("http://localhost:3000", { ...subject, did: null, organisation }));
    expect(Did.safeParse((join as { did: string }).did).success).toBe(true);
  });

  it("quote any text as one word", () => {
    expect(execFileSync("sh", ["-c", `printf %s ${shellWord("'';id\n'")}`], { encoding: "utf8" })).toBe("'';id\n'");
  });
});
