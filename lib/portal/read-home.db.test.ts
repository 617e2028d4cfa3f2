import { beforeAll, describe, expect, it, vi } from "vitest";
import { type RequestScope, runInScope, systemContext } from "@/lib/authority/context";
import { openDatabase } from "@/lib/database/open";
import { hasPgvector } from "@/lib/database/testing/template";
import { testDatabase } from "@/lib/database/testing/test-database";
import { registerAgent } from "@/lib/features/agents/service/register";
import * as search from "@/lib/search/service/find-example-skills";
import { getEmbedder } from "@/lib/search/service/get-embedder";
import { ensureVectorStore } from "@/lib/search/service/store";
import { readHome } from "./read-home";

testDatabase();
beforeAll(async () => {
  await ensureVectorStore(systemContext(openDatabase()), getEmbedder());
});

/** Reads the page in a request, whose scope says whether it may be stored. */
async function read(asked: string) {
  const scope: RequestScope = { requestId: "", address: "", event: {}, path: "/" };
  const { ask } = await runInScope(scope, () => readHome(asked));
  if (!ask.ok) throw new Error("The database did not answer.");
  return { ...ask.value, isStored: !scope.isUnannounced };
}

describe("the first page", () => {
  it("routes nothing if no agent has joined and there is no question", async () => {
    expect(await read("")).toMatchObject({ offers: [], shown: null, isStored: true });
    const asked = await read("Review a contract");
    expect(asked.shown).toMatchObject({ target: null, candidates: [] });
  });

  it("responds to a question, and does not cache the response for others", async () => {
    const ctx = systemContext(openDatabase());
    await registerAgent(ctx, { did: "did:fed:s1:a", name: "A", skills: ["Review a contract"] });
    await registerAgent(ctx, { did: "did:fed:s1:b", name: "B", skills: ["Translate a lease"] });
    const answer = await read("Translate a lease");
    expect(answer.shown?.target?.name).toBe("B");
    expect(answer).toMatchObject({ isExample: false, isStored: false });
    expect(answer.shown?.candidates[0]?.agent.did).toBe("did:fed:s1:b");
  });

  it("shows an example, the first offer, and caches it if vectors found it", async () => {
    const { offers, shown, isExample, isStored } = await read("");
    expect(shown).toMatchObject({ intent: offers[0], target: { name: "A" } });
    expect({ isExample, isStored }).toEqual({ isExample: true, isStored: hasPgvector });
  });

  it("stores no example that was found while the vector store was away", async () => {
    const ctx = systemContext(openDatabase());
    const skills = [{ name: "Review a contract", examples: ["read my lease"] }];
    await registerAgent(ctx, { did: "did:fed:s1:a", name: "A", capability_manifest: { skills } });
    const original = search.findExampleSkills;
    vi.spyOn(search, "findExampleSkills").mockImplementation(async (...given) => ({
      ...(await original(...given)),
      semantic: false,
    }));
    expect(await read("")).toMatchObject({ isExample: true, isStored: false });
    vi.restoreAllMocks();
  });

  it("routes no request that is too long", async () => {
    expect(await read("x".repeat(513))).toMatchObject({ shown: null, isExample: false, isStored: false });
  });
});
