import { expect, it } from "vitest";
import { doorSnippets } from "./snippets";

const agent = { did: "did:fed:s1:atlas", status: "active", trust_tier: "T2", a2a_guests: false } as const;

it("shows the door of an active agent of T2 or above, with a token if it accepts no guests", () => {
  const [snippet, ...others] = doorSnippets(agent, "https://a.example");
  expect(others).toEqual([]);
  expect(snippet?.code).toContain("https://a.example/api/a2a/did%3Afed%3As1%3Aatlas/.well-known/agent-card.json");
  expect(snippet?.code).toContain("Bearer $TOKEN");
  expect(doorSnippets({ ...agent, a2a_guests: true }, "https://a.example")[0]?.code).not.toContain("TOKEN");
});

it.each([{ trust_tier: "T1" }, { status: "suspended" }, { status: "withdrawn" }] as const)(
  "shows none with %j",
  (some) => {
    expect(doorSnippets({ ...agent, ...some }, "https://a.example")).toEqual([]);
  },
);
