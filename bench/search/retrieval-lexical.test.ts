import { expect, it } from "vitest";
import { lexicalRank } from "./retrieval-lexical";

const listed = (slug: string, description: string) => ({ slug, name: slug, description });

it("finds the same word in another form, in the name or in the description", () => {
  const rank = lexicalRank([listed("a", "Reads weather maps"), listed("chess", ""), listed("b", "Sends letters")]);
  expect(rank("read me a map")).toEqual(["a"]);
  expect(rank("Chess?")).toEqual(["chess"]);
});

it("ranks nothing that shares no word", () => {
  expect(lexicalRank([listed("a", "Sends letters")])("rain tomorrow")).toEqual([]);
});

it("values a rare word over a common one", () => {
  const rank = lexicalRank([
    listed("a", "server for maps"),
    listed("b", "server for mail"),
    listed("c", "server for rain"),
    listed("d", "server server server"),
  ]);
  expect(rank("server for rain")[0]).toBe("c");
});

it("values a word in a short text over the same word in a long one", () => {
  const rank = lexicalRank([listed("a", "rain and very many other subjects besides it, too"), listed("b", "rain")]);
  expect(rank("rain")).toEqual(["b", "a"]);
});
