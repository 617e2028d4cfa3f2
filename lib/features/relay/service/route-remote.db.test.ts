import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemContext } from "@/lib/authority/context";
import { hasPgvector } from "@/lib/database/testing/template";
import { testDatabase } from "@/lib/database/testing/test-database";
import { registerAgent } from "@/lib/features/agents/service/register";
import type { Embedder } from "@/lib/search/embedder";
import { setEmbedder } from "@/lib/search/service/get-embedder";
import { drainOutbox } from "@/lib/search/service/outbox";
import { RemoteEmbedder } from "@/lib/search/service/remote-embedder";
import { ensureVectorStore } from "@/lib/search/service/store";
import { routeIntent } from "./route";

const database = testDatabase();
const ctx = () => systemContext(database());
let embedder: Embedder;

let server: Server;
let alive = true;
let asked = 0;

/** Computes vectors with two embeddings: rain, and everything else. */
const vectorOf = (text: string) => (/rain|downpour|umbrella/i.test(text) ? [1, 0.1] : [0.1, 1]);

beforeAll(async () => {
  server = createServer(async (request, response) => {
    asked += 1;
    let body = "";
    for await (const chunk of request) body += chunk;
    if (!alive) return void response.destroy();
    const { input } = JSON.parse(body) as { input: string[] };
    response.end(JSON.stringify({ data: input.map((text, index) => ({ index, embedding: vectorOf(text) })) }));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  embedder = new RemoteEmbedder({ url, model: "wet-or-dry", retries: 0 });
  setEmbedder(embedder);
  await ensureVectorStore(ctx(), embedder);
  await registerAgent(ctx(), { did: "did:fed:s1:asker" });
  const skills = [{ name: "Forecast rain", examples: ["forecast the rain"] }];
  await registerAgent(ctx(), { did: "did:fed:s1:weather", capability_manifest: { skills } });
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const ask = (intent: string) =>
  routeIntent(ctx(), { src_did: "did:fed:s1:asker", intent, trace_id: undefined, limit: undefined }, null);

describe.runIf(hasPgvector)("with a remote model", () => {
  it("routes by words until the skills have their vectors, then by meaning", async () => {
    expect(await ask("forecast rain")).toMatchObject({
      vector_store: "unavailable",
      target: { did: "did:fed:s1:weather" },
    });
    expect(await drainOutbox(ctx(), embedder)).toMatchObject({ stored: true });
    await ask("downpour");
    const { candidates, vector_store } = await ask("any downpour");
    expect(vector_store).toBe("used");
    expect(candidates[0]).toMatchObject({ did: "did:fed:s1:weather", match: "semantic" });
  });

  it("compares skills without examples too, and counts how near they are beside the words", async () => {
    const did = "did:fed:s1:gauge";
    const scoreOf = async (intent: string) => {
      const { candidates } = await ask(intent);
      return candidates.find((each) => each.did === did)?.score ?? 0;
    };
    const skills = [{ name: "Measure a downpour", description: "Measures each downpour in a city" }];
    await registerAgent(ctx(), { did, capability_manifest: { skills } });
    const byWords = await scoreOf("measure a downpour");
    expect(byWords).toBeGreaterThan(0);
    expect(await drainOutbox(ctx(), embedder)).toMatchObject({ stored: true });
    expect(await scoreOf("measure a downpour")).toBeGreaterThan(byWords);
    alive = false;
    expect(await scoreOf("measure a downpour")).toBe(byWords);
    alive = true;
  });

  it("routes by words if the model does not respond, and soon stops asking it", async () => {
    alive = false;
    for (let n = 0; n < 6; n += 1) {
      const target = { did: "did:fed:s1:weather" };
      expect(await ask("forecast rain")).toMatchObject({ vector_store: "unavailable", target });
    }
    const before = asked;
    await ask("forecast rain");
    expect(asked).toBe(before);
  });
});
