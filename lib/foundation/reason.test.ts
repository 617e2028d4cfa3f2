import { describe, expect, it } from "vitest";
import { z } from "zod";
import { Explained, reasonOf, sentenceOf } from "./reason";

const circular = new Error("outer");
circular.cause = circular;
const looped: Record<string, unknown> = {};
looped["self"] = looped;

describe("the reason of what was thrown", () => {
  it.each<[string, unknown, string]>([
    ["an error", new Error("The disk is full."), "The disk is full."],
    ["the innermost cause", new Error("Failed query", { cause: new Error("no space left") }), "no space left"],
    ["an error for the operator", new Explained("Do this.", { cause: new Error("why") }), "Do this."],
    ["a cause that is no Error", new Error("Failed query", { cause: { message: "no space left" } }), "no space left"],
    ["a cause without a text", new Error("Failed query", { cause: "" }), "Failed query"],
    ["an error that is its own cause", circular, "outer"],
    ["several errors", new AggregateError([new Error("no IPv4"), new Error("no IPv6")]), "no IPv4; no IPv6"],
    ["an error without a text", Object.assign(new Error(""), { code: "ECONNREFUSED" }), "Error ECONNREFUSED"],
    ["an object with a message", { message: "from a thread" }, "from a thread"],
    ["an error of WebAssembly's file system", { name: "ErrnoError", errno: 51 }, "ErrnoError 51"],
    ["any other object", { a: 1 }, '{"a":1}'],
    ["an object that contains itself", looped, "[object Object]"],
    ["a text", "stopped", "stopped"],
    ["nothing", undefined, "undefined"],
    ["a wrong record", z.object({ a: z.number("must be a number") }).safeParse({}).error, "a: must be a number"],
  ])("%s", (_, thrown, reason) => {
    expect(reasonOf(thrown)).toBe(reason);
  });

  it("has one line, and what ends a process keeps all sentences", () => {
    const error = new Error("PORT must be a number.\nHOST must be a name.");
    expect([reasonOf(error), sentenceOf(error)]).toEqual(["PORT must be a number.", error.message]);
    expect(sentenceOf({ errno: 51 })).toBe("51");
  });
});
