import { describe, expect, it } from "vitest";
import { RejectApplication, SubmitApplication } from "./schema";
import { agentForm, providerForm } from "./testing/form";

/** The message at each field. */
function fieldErrors(form: Record<string, string>): Record<string, string> {
  const { error } = SubmitApplication.safeParse(form);
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [String(path[0]), message]));
}

it("a rejection needs a reason", () => {
  const decision = { id: "1", seen: "pending", note: " " };
  expect(RejectApplication.safeParse(decision).error?.issues.map(({ path }) => path[0])).toEqual(["note"]);
});

describe("SubmitApplication", () => {
  it("needs only a DID, a responsible person, a purpose and the rules", () => {
    expect(SubmitApplication.parse(agentForm({ email: "" }))).toMatchObject({
      email: "",
      capabilities: [],
      requested_tier: "T1",
      public_key: "",
      website: "",
    });
    expect(SubmitApplication.safeParse(providerForm()).success).toBe(true);
  });

  it("says of an empty form everything that is missing, in sentences, at once", () => {
    const empty = fieldErrors({ kind: "agent" });
    expect(Object.keys(empty).sort()).toEqual(["did", "organisation", "purpose", "rules", "secret"]);
    for (const sentence of Object.values(empty)) expect(sentence).toMatch(/^[A-Z].+\.$/);
    expect(Object.keys(fieldErrors({}))).toEqual(["kind"]);
  });

  it.each([
    ["did", "did:fed:s1:łódź", "Remove the marked characters."],
    ["organisation", "Łódź\u202eeciffO", "Remove an invisible character: U+202E."],
    ["email", "lodz.example", "Enter an e-mail address, such as name@example.org."],
    ["email", "a@b.example\nbcc: c@d.example", "Remove an invisible character: U+000A."],
    ["purpose", "zero\u200bwidth", "Remove an invisible character: U+200B."],
    ["capabilities", "translate, \u2066route", "Remove an invisible character: U+2066."],
    ["capabilities", Array.from({ length: 51 }, (_, n) => n).join(), "At most 50 are allowed; these are 51."],
    ["public_key", "ssh-ed25519 AAAA", expect.stringMatching(/^It must be a public key: .+\.$/)],
    ["website", "https://spam.example", expect.stringContaining("A program filled in this field")],
  ])("rejects %s %j at its field", (name, value, message) => {
    expect(fieldErrors(agentForm({ [name]: value }))).toEqual({ [name]: message });
  });

  it("reads capabilities parted by commas or lines, each once", () => {
    const { capabilities } = SubmitApplication.parse(agentForm({ capabilities: " a, b,,a\r\nc d " })) as {
      capabilities: string[];
    };
    expect(capabilities).toEqual(["a", "b", "c d"]);
  });

  it("takes one organisation’s name for the same however its spaces and accents are composed", () => {
    const composed = SubmitApplication.parse(providerForm({ organisation: "Caf\u00e9  Guild" }));
    const decomposed = SubmitApplication.parse(providerForm({ organisation: "Cafe\u0301 Guild" }));
    expect(composed.organisation).toBe(decomposed.organisation);
  });

  it("treats a tier that cannot be wished for as the ordinary one", () => {
    expect(SubmitApplication.parse(agentForm({ requested_tier: "T9" }))).toMatchObject({ requested_tier: "T1" });
  });
});
