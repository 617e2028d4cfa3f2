import { describe, expect, it } from "vitest";
import { ResponseEnd } from "./response-end";

const WITH_LENGTH = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\n0\r\n\r\nhey!";
const IN_CHUNKS = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhey\r\n1\r\n!\r\n0\r\n\r\n";
const EMPTY = "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n";

/** Tells for each piece whether the response was complete with it. */
const completions = (response: ResponseEnd, pieces: string[]) =>
  pieces.map((piece) => response.take(Buffer.from(piece, "latin1")));

describe("the end of a response", () => {
  it.each([WITH_LENGTH, IN_CHUNKS, EMPTY])("is found wherever the bytes are divided: %j", (text) => {
    for (let first = 1; first < text.length - 1; first++) {
      for (let second = first + 1; second < text.length; second++) {
        const pieces = [text.slice(0, first), text.slice(first, second), text.slice(second)];
        expect(completions(new ResponseEnd(200), pieces)).toEqual([false, false, true]);
      }
    }
  });

  it("is found for one response after the other", () => {
    const response = new ResponseEnd(200);
    for (const text of [IN_CHUNKS, WITH_LENGTH, EMPTY, IN_CHUNKS]) {
      expect(completions(response, [text.slice(0, 30), text.slice(30)])).toEqual([false, true]);
      response.reset();
    }
  });

  it("is not looked for in a response of another status", () => {
    expect(() => completions(new ResponseEnd(201), [WITH_LENGTH])).toThrow("200 OK");
  });
});
