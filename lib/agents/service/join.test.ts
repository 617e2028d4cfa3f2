import { describe, expect, it } from "vitest";
import { systemContext } from "@/lib/context";
import { testDatabase } from "@/lib/db/testing/test-database";
import { joinAgent } from "./join";

const database = testDatabase();

describe("joinAgent", () => {
  it("creates one agent from fifty concurrent joins", async () => {
    const ctx = systemContext(database());
    const answers = await Promise.all(Array.from({ length: 50 }, () => joinAgent(ctx, { did: "did:fed:s1:racer" })));
    expect(answers.filter(({ created }) => created)).toHaveLength(1);
    expect(new Set(answers.map(({ agent }) => agent.registered_at)).size).toBe(1);
  });
});
