import { describe, expect, it } from "vitest";
import { z } from "zod";
import { sentenceOf, wording } from "./wording";

const Thing = z.strictObject({
  name: z.string().min(1).max(5),
  count: z.int().min(2).max(9),
  kind: z.enum(["a", "b"]),
  list: z.array(z.object({ on: z.boolean() })).max(1),
  at: z.iso.datetime(),
  either: z.union([z.string(), z.number()]),
  own: z.string().refine((text) => text === "ours", "must be ours"),
  said: z.string().refine((text) => text === "said", "Say it."),
});
const right = {
  name: "x",
  count: 2,
  kind: "a",
  list: [],
  at: "2026-11-22T09:30:00Z",
  either: 1,
  own: "ours",
  said: "said",
};
const said = (given: unknown) => {
  const { error } = Thing.safeParse(given, { error: wording });
  return (error?.issues ?? []).map(sentenceOf);
};

describe("the sentence about an input that does not fit", () => {
  it.each<[object, string]>([
    [{ name: undefined }, "`name` is required."],
    [{ name: 7 }, "`name` must be a string."],
    [{ name: "" }, "`name` must not be empty."],
    [{ name: "too long" }, "`name` must have at most 5 characters."],
    [{ count: 1.5 }, "`count` must be an integer."],
    [{ count: 1 }, "`count` must be at least 2."],
    [{ count: 10 }, "`count` must be at most 9."],
    [{ kind: "c" }, "`kind` must be one of a, b."],
    [{ kind: undefined }, "`kind` is required."],
    [{ list: [{ on: 1 }] }, "`list[0].on` must be true or false."],
    [{ list: [{ on: true }, { on: true }] }, "`list` must have at most 1 items."],
    [{ at: "today" }, "`at` must be a date and time, such as 2026-11-22T09:30:00Z."],
    [{ either: [] }, "`either` must have one of the allowed forms."],
    [{ own: "theirs" }, "`own` must be ours."],
    [{ said: "" }, "`said`: Say it."],
    [{ more: 1 }, "The body must not contain more."],
  ])("%j: %s", (change, sentence) => {
    expect(said({ ...right, ...change })).toEqual([sentence]);
  });

  it("names the body where it is no object at all", () => {
    expect(said([])).toEqual(["The body must be an object."]);
  });
});
