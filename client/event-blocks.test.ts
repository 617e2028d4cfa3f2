import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readEventBlocks } from "./event-blocks";

const all = (...chunks: string[]) => {
  const read = readEventBlocks();
  return chunks.flatMap((chunk) => read(chunk));
};

describe("an event stream", () => {
  it.each([
    ["an event", "id: 1\ndata: {}\n\n", [{ id: "1", data: "{}" }]],
    ["data of several lines", "data: a\ndata\ndata:  b\n\n", [{ data: "a\n\n b" }]],
    ["the present place, without an event", ":\nid: e.7\n\n", [{ id: "e.7" }]],
    ["a comment", ": hello\n\n", [{}]],
    ["the time until a retry", "retry: 2000\n\n", [{ retryMilliseconds: 2_000 }]],
    ["other line ends", "data: a\r\ndata: b\r\rdata: c\n\n", [{ data: "a\nb" }, { data: "c" }]],
    ["a colon in the data", 'data:{"a":1}\n\n', [{ data: '{"a":1}' }]],
    ["unknown fields", "event: x\nmood: good\nretry: soon\ndata: a\n\n", [{ data: "a" }]],
    ["no block before its end", "id: 1\ndata: a\n", []],
    ["no id with a NUL", "id: a\0b\ndata: a\n\n", [{ data: "a" }]],
  ])("has %s", (_, text, blocks) => {
    expect(all(text)).toEqual(blocks);
  });

  it("gives the same blocks for chunks of any size", () => {
    const text = "retry: 0\r\n\r\nid: 1\r\ndata: ä\n\n:\nid: 2\r\r\ndata: b\ndata: c\n\n";
    const whole = all(text);
    fc.assert(
      fc.property(fc.array(fc.nat(text.length)), (places) => {
        const cuts = [0, ...places.sort((a, b) => a - b), text.length];
        expect(all(...cuts.slice(1).map((to, at) => text.slice(cuts[at], to)))).toEqual(whole);
      }),
    );
  });
});
