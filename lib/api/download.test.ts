import { describe, expect, it } from "vitest";
import { readableOf } from "@/lib/http/stream-response";
import { Download } from "./download";

const tick = () => new Promise((resolve) => setImmediate(resolve));

/** Chunks of one byte, with what was made and whether the making has ended. */
function making(count: number, failAt = -1) {
  const state = { made: 0, ended: false };
  const chunks = (async function* () {
    try {
      for (let at = 0; at < count; at += 1) {
        if (at === failAt) throw new Error("the database is gone");
        state.made += 1;
        yield Uint8Array.of(at);
      }
    } finally {
      state.ended = true;
    }
  })();
  return { state, chunks };
}

/** A connection with room for some chunks. */
function connection(room: number) {
  const seen = { bytes: 0, ended: false, broken: false };
  const sink = {
    write: (chunk: string | Uint8Array) => {
      seen.bytes += chunk.length;
      return seen.bytes % room !== 0;
    },
    end: () => {
      seen.ended = true;
    },
    break: () => {
      seen.broken = true;
    },
  };
  return { seen, sink };
}

describe("a download", () => {
  it("sends all chunks, and is over then", async () => {
    const { chunks } = making(5);
    const ending = new AbortController();
    const bytes = await new Response(readableOf(new Download(chunks, ending))).arrayBuffer();
    expect([...new Uint8Array(bytes)]).toEqual([0, 1, 2, 3, 4]);
    expect(ending.signal.aborted).toBe(true);
  });

  it("makes no more than the reader has room for, and goes on when it has read", async () => {
    const { state, chunks } = making(10);
    const { seen, sink } = connection(3);
    const download = new Download(chunks, new AbortController());
    download.begin(sink);
    for (const bytes of [3, 6, 9]) {
      for (let turn = 0; turn < 20; turn += 1) await tick();
      expect([seen.bytes, state.made]).toEqual([bytes, bytes]);
      download.drained();
    }
    for (let turn = 0; turn < 20; turn += 1) await tick();
    expect(seen).toEqual({ bytes: 10, ended: true, broken: false });
  });

  it("ends the making when the reader goes away, before, while and after it waits", async () => {
    for (const turns of [0, 20]) {
      const { state, chunks } = making(1_000_000);
      const { seen, sink } = connection(3);
      const ending = new AbortController();
      const download = new Download(chunks, ending);
      download.begin(sink);
      for (let turn = 0; turn < turns; turn += 1) await tick();
      download.left();
      for (let turn = 0; turn < 20; turn += 1) await tick();
      expect(state.ended).toBe(true);
      expect(state.made).toBeLessThan(10);
      expect([ending.signal.aborted, seen.ended]).toEqual([true, false]);
    }
  });

  it("breaks the connection when a chunk cannot be made, so nobody takes the beginning for the whole", async () => {
    const { state, chunks } = making(5, 2);
    const { seen, sink } = connection(100);
    const ending = new AbortController();
    new Download(chunks, ending).begin(sink);
    for (let turn = 0; turn < 20; turn += 1) await tick();
    expect(seen).toEqual({ bytes: 2, ended: false, broken: true });
    expect([state.ended, ending.signal.aborted]).toEqual([true, true]);
    const again = making(5, 2);
    await expect(new Response(readableOf(new Download(again.chunks, new AbortController()))).text()).rejects.toThrow();
  });

  it("breaks the connection of a reader that takes too long", async () => {
    const { state, chunks } = making(10);
    const { seen, sink } = connection(3);
    const ending = new AbortController();
    const over = new Promise((resolve) => ending.signal.addEventListener("abort", resolve));
    new Download(chunks, ending, undefined, 1).begin(sink);
    await over;
    expect([seen.broken, seen.ended, state.ended]).toEqual([true, false, true]);
  });
});
