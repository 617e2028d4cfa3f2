import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { SkillText } from "../schema";
import { RemoteEmbedder, type RemoteSettings } from "./remote-embedder";

const KEY = "sk-a-key-that-nobody-may-see";

interface Asked {
  path: string;
  authorization: string | undefined;
  input: string[];
  model: string;
}
type Answer = (response: ServerResponse, asked: Asked) => void;

/** A server on its own port whose responses each test writes. */
let server: Server;
let url: string;
let asked: Asked[] = [];
let answer: Answer;

const vectorOf = (text: string) => [text.length, 1, 0];
const json = (response: ServerResponse, body: unknown, status = 200) =>
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
const right: Answer = (response, { input }) =>
  json(response, { data: input.map((text, index) => ({ index, embedding: vectorOf(text) })) });

beforeAll(async () => {
  server = createServer(async (request: IncomingMessage, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const { input, model } = JSON.parse(body);
    const one = { path: request.url ?? "", authorization: request.headers.authorization, input, model };
    asked.push(one);
    answer(response, one);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  asked = [];
  answer = right;
});

const open = (more: Partial<RemoteSettings> = {}) =>
  new RemoteEmbedder({ url, model: "m-1", apiKey: KEY, pauseMilliseconds: 1, ...more });
const skill = (...texts: string[]): SkillText[] => texts.map((text) => ({ kind: "example", text }));

describe("RemoteEmbedder", () => {
  it("calls the endpoint like OpenAI's API, by its base address or the whole", async () => {
    for (const address of [url, `${url}/`, `${url}/v1/embeddings`]) {
      expect([...((await open({ url: address }).embedIntent("abc"))?.vector ?? [])]).toEqual([3, 1, 0]);
    }
    expect(asked).toEqual(
      Array(3).fill({ path: "/v1/embeddings", authorization: `Bearer ${KEY}`, input: ["abc"], model: "m-1" }),
    );
    await open({ url: `${url}/proxy/v2/embeddings`, apiKey: undefined }).embedIntent("abc");
    expect(asked[3]).toMatchObject({ path: "/proxy/v2/embeddings", authorization: undefined });
  });

  it("gathers the texts of all skills into batches, and gives each skill its own vectors", async () => {
    const found = await open({ batchTexts: 3 }).embedSkills([skill("a"), skill("bb", "ccc", "bb"), [], skill("dddd")]);
    expect(asked.map(({ input }) => input)).toEqual([["a", "bb", "ccc"], ["dddd"]]);
    expect(found.map(({ prototypes }) => prototypes.length)).toEqual([1, 2, 0, 1]);
    const [x = 0, y = 0] = found[3]?.prototypes[0] ?? [];
    expect(x / y).toBeCloseTo(4);
  });

  it("sorts responses by index", async () => {
    answer = (response, { input }) =>
      json(response, { data: input.map((text, index) => ({ index, embedding: vectorOf(text) })).toReversed() });
    const [embedded] = await open().embedSkills([skill("a", "bb")]);
    const [first, second] = embedded?.prototypes ?? [];
    expect((first?.[0] ?? 0) / (first?.[1] ?? 1)).toBeCloseTo(1);
    expect((second?.[0] ?? 0) / (second?.[1] ?? 1)).toBeCloseTo(2);
  });

  it.each([429, 500, 502, 503])("tries again after %i", async (status) => {
    answer = (response, one) => (asked.length < 3 ? json(response, {}, status) : right(response, one));
    expect(await open().embedSkills([skill("a")])).toHaveLength(1);
    expect(asked).toHaveLength(3);
  });

  it("waits as long as Retry-After says", async () => {
    answer = (response, one) => {
      if (asked.length > 1) return right(response, one);
      response.setHeader("retry-after", "7");
      return json(response, {}, 429);
    };
    const wait = setTimeout;
    const pauses = vi.fn();
    vi.stubGlobal("setTimeout", (run: () => void, milliseconds: number) => {
      if (milliseconds === 7_000) pauses();
      return wait(run, milliseconds === 7_000 ? 0 : milliseconds);
    });
    onTestFinished(() => void vi.unstubAllGlobals());
    await open().embedSkills([skill("a")]);
    expect([asked.length, pauses.mock.calls.length]).toEqual([2, 1]);
  });

  it.each([400, 401, 403, 404])("does not repeat a request after %i", async (status) => {
    answer = (response) => json(response, { error: { message: `bad key ${KEY}` } }, status);
    await expect(open().embedSkills([skill("a")])).rejects.toThrow(`it responded with status ${status}`);
    expect(asked).toHaveLength(1);
  });

  const WRONG: [string, Answer, RegExp][] = [
    ["no JSON", (response) => response.end("<html>"), /not that of an embeddings endpoint/],
    ["an empty body", (response) => response.end(), /not that of an embeddings endpoint/],
    ["another shape", (response) => json(response, { embeddings: [[1]] }), /not that of an embeddings endpoint/],
    ["texts for numbers", (r) => json(r, { data: [{ index: 0, embedding: ["1"] }] }), /not that of an embeddings/],
    ["NaN", (response) => response.end('{"data":[{"index":0,"embedding":[NaN,1]}]}'), /not that of an embeddings/],
    ["null for a number", (r) => json(r, { data: [{ index: 0, embedding: [null, 1] }] }), /not that of an embeddings/],
    ["more than a float holds", (r) => json(r, { data: [{ index: 0, embedding: [1e300, 1] }] }), /not finite/],
    ["too few", (response) => json(response, { data: [] }), /0 vectors for 1 texts/],
    ["too many", (r) => json(r, { data: [0, 1].map((index) => ({ index, embedding: [1] })) }), /2 vectors for 1/],
    ["another's index", (r) => json(r, { data: [{ index: 5, embedding: [1] }] }), /1 vectors for 1 texts/],
    ["a vector without dimensions", (r) => json(r, { data: [{ index: 0, embedding: [] }] }), /0 dimensions/],
    ["a redirect", (r) => r.writeHead(302, { location: "/elsewhere" }).end(), /could not be reached/],
  ];
  it.each(WRONG)(
    "rejects a response of %s, without showing the key, and does not use it as a vector of an intent",
    async (_, wrong, why) => {
      answer = wrong;
      const error = await open({ retries: 0 })
        .embedSkills([skill("a")])
        .then(
          () => new Error("it was accepted"),
          (failure: Error) => failure,
        );
      expect(error.message).toMatch(why);
      expect(`${error.stack} ${JSON.stringify(error)}`).not.toContain(KEY);
      expect(await open().embedIntent("a")).toBeNull();
    },
  );

  it("rejects vectors with other dimensions than before", async () => {
    const embedder = open();
    await embedder.embedIntent("a");
    answer = (response) => json(response, { data: [{ index: 0, embedding: [1, 2] }] });
    await expect(embedder.embedSkills([skill("a")])).rejects.toThrow("2 dimensions instead of 3");
    expect(await embedder.embedIntent("a")).toBeNull();
  });

  it("gives up a server that does not respond, sooner for an intent", async () => {
    answer = () => {};
    const embedder = open({ timeoutMilliseconds: 400, retries: 1 });
    expect(await embedder.embedIntent("a")).toBeNull();
    await expect(embedder.embedSkills([skill("a")])).rejects.toThrow("did not respond in time");
    expect(asked).toHaveLength(3);
  });

  it("gives up a server whose response stops half way", async () => {
    answer = (response) => response.writeHead(200).write('{"data": [');
    await expect(open({ timeoutMilliseconds: 300, retries: 0 }).embedSkills([skill("a")])).rejects.toThrow();
  });

  it("gives up a server that is not there, and one that hangs up", async () => {
    expect(await open({ url: "http://127.0.0.1:1" }).embedIntent("a")).toBeNull();
    answer = (response) => response.destroy();
    await expect(open({ retries: 0 }).embedSkills([skill("a")])).rejects.toThrow("could not be reached");
  });

  it("leaves an endpoint alone that failed three times, and comes back", async () => {
    answer = (response) => json(response, {}, 500);
    const embedder = open({ openMilliseconds: 300 });
    for (let n = 0; n < 10; n += 1) expect(await embedder.embedIntent("a")).toBeNull();
    expect(asked).toHaveLength(3);
    answer = right;
    await new Promise((resolve) => setTimeout(resolve, 350));
    expect(await embedder.embedIntent("a")).not.toBeNull();
    expect(await embedder.embedIntent("a")).not.toBeNull();
    expect(asked).toHaveLength(5);
  });
});
