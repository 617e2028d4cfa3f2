import { describe, expect, it, vi } from "vitest";
import type { SemanticEmbedding } from "./embedder";
import { EncoderUnavailable } from "./encoder/encoder";
import { ENCODER } from "./encoder/model";
import { HYBRID, HybridEmbedder } from "./hybrid";
import { cosine } from "./rules";

/** Knows two embeddings, and reads nothing that is not ASCII. */
function embeddingOf(text: string): SemanticEmbedding {
  const vector = new Float32Array(ENCODER.dimensions);
  vector[/car|automobile|vehicle/.test(text) ? 3 : 300] = 1;
  return { vector, confidence: /^\p{ASCII}*$/u.test(text) ? 1 : 0 };
}
const encoder = { embedTexts: vi.fn(async (texts: readonly string[]) => texts.map(embeddingOf)) };
const gone = { embedTexts: () => Promise.reject(new EncoderUnavailable("It is gone.")) };

const vectorOf = async (embedder: HybridEmbedder, text: string) => (await embedder.embedIntent(text)).vector;
const skill = (...texts: string[]) => texts.map((text) => ({ kind: "example" as const, text }));

describe("HybridEmbedder", () => {
  it("finds texts alike that share an embedding or words, most of all both", async () => {
    const hybrid = new HybridEmbedder(encoder);
    const asked = await vectorOf(hybrid, "rent a car");
    const both = cosine(asked, await vectorOf(hybrid, "rent a vehicle"));
    const embedding = cosine(asked, await vectorOf(hybrid, "hire an automobile"));
    const words = cosine(asked, await vectorOf(hybrid, "rent a flat"));
    expect(both).toBeGreaterThan(embedding);
    expect(embedding).toBeGreaterThan(words);
    expect(words).toBeGreaterThan(0);
    expect(asked).toHaveLength(HYBRID.dimensions);
  });

  it("compares by words what the encoder cannot read", async () => {
    const hybrid = new HybridEmbedder(encoder);
    const [one, same] = [await hybrid.embedIntent("przetłumacz umowę"), await vectorOf(hybrid, "przetłumacz umowę")];
    expect(one.embedding).toBeNull();
    expect(cosine(one.vector, same)).toBeCloseTo(1, 5);
    expect(await vectorOf(new HybridEmbedder(null), "przetłumacz umowę")).toEqual(one.vector);
  });

  it("goes on by words without the encoder, for intents; skills say why they wait", async () => {
    const hybrid = new HybridEmbedder(gone);
    const { vector, embedding } = await hybrid.embedIntent("rent a car");
    expect(embedding).toBeNull();
    expect(cosine(vector, await vectorOf(new HybridEmbedder(encoder), "rent a car"))).toBeGreaterThan(0.5);
    await expect(hybrid.embedSkills([skill("rent a car")])).rejects.toThrow("It is gone.");
    await expect(new HybridEmbedder(null).embedSkills([skill("x")])).rejects.toThrow(EncoderUnavailable);
    expect(hybrid.embedAtOnce(skill("rent a car"))).toHaveLength(1);
  });

  it("gives labels no direction if a skill has other texts, because very many agents share them", async () => {
    const label = { kind: "tag" as const, text: "mcp" };
    const hybrid = new HybridEmbedder(encoder);
    expect(hybrid.embedAtOnce([...skill("rent a car"), label])).toHaveLength(1);
    expect(hybrid.embedAtOnce([{ ...label, text: "invoices" }])).toHaveLength(1);
    expect(hybrid.embedAtOnce([label])).toEqual([]);
    const [embedded] = await hybrid.embedSkills([[...skill("rent a car"), label]]);
    expect(embedded).toMatchObject({ prototypes: { length: 1 }, embeddings: { length: 2 } });
  });

  it("waits a little for a question's embedding, and has it the next time", async () => {
    const answers: ((known: boolean) => void)[] = [];
    const slow = vi.fn(async (texts: readonly string[]) => {
      await new Promise((resolve) => answers.push(resolve));
      return texts.map(embeddingOf);
    });
    const hybrid = new HybridEmbedder({ embedTexts: slow }, 1);
    expect((await hybrid.embedIntent("rent a car")).embedding).toBeNull();
    answers[0]?.(true);
    await slow.mock.results[0]?.value;
    expect((await hybrid.embedIntent("rent a car")).embedding).toEqual(embeddingOf("rent a car"));
    expect(slow).toHaveBeenCalledOnce();
  });

  it("hands an encoder's error on that is no matter of availability", async () => {
    const broken = new HybridEmbedder({ embedTexts: () => Promise.reject(new TypeError("a bug")) });
    await expect(broken.embedIntent("x")).rejects.toThrow("a bug");
  });

  it("asks for a skill's texts in the background, one skill at a time, and keeps their embeddings in order", async () => {
    encoder.embedTexts.mockClear();
    const [first, second] = await new HybridEmbedder(encoder).embedSkills([skill("a car", "a flat"), skill("?")]);
    expect(encoder.embedTexts.mock.calls).toEqual([
      [["a car", "a flat"], "background"],
      [["?"], "background"],
    ]);
    expect(first?.embeddings).toEqual([embeddingOf("a car"), embeddingOf("a flat")]);
    expect(first?.prototypes).toHaveLength(2);
    expect(second?.embeddings).toHaveLength(1);
  });
});
