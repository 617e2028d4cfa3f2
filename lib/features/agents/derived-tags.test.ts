import { describe, expect, it } from "vitest";
import { BOUNDS } from "@/lib/foundation/bounds";
import { wordsOf } from "@/lib/search/ranking/words";
import { tagsFromWords } from "./derived-tags";
import { TOPICS } from "./topics";

const derive = (name: string, description = "", tags: string[] = []) => tagsFromWords({ name, description, tags });

describe("the table of topics", () => {
  it("has each word once in a topic, in the form in which records are read, and in order", () => {
    for (const { name, words, hints } of TOPICS) {
      const all = [...words, ...hints];
      expect(new Set(all).size, name).toBe(all.length);
      expect(
        all.filter((text) => wordsOf(text).join(" ") !== text),
        name,
      ).toEqual([]);
      expect(all.filter((text) => text.split(" ").length > 3)).toEqual([]);
      expect([...words], name).toEqual([...words].sort());
      expect([...hints], name).toEqual([...hints].sort());
    }
    const names = TOPICS.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)].sort());
  });
});

describe("tagsFromWords", () => {
  it.each([
    ["mcp-clickhouse", "", ["databases"]],
    ["notionServer", "", ["knowledge"]],
    ["Atlas", "Forecasts for Łódź and its weather.", ["weather"]],
    // A hint is enough in a name, and needs a second one in a description.
    ["file-tool", "", ["files"]],
    ["Atlas", "Reads each file.", []],
    ["Atlas", "Reads each file in all folders.", ["files"]],
    // Forms of one hint count once.
    ["Atlas", "Does a task, and more tasks.", []],
    ["Atlas", "Secure, and made for new models.", []],
    ["Atlas", "From https://github.com/gitlab/weather.", []],
  ])("reads %s: %s", (name, description, expected) => {
    expect(derive(name, description)).toEqual(expected);
  });

  it("keeps the three topics of the most weight, those of the name first", () => {
    const description = "Email, calendar, music and video about the weather, with weather forecasts.";
    expect(derive("playlists", description)).toEqual(["audio", "weather", "calendar"]);
  });

  it("reads only the beginning of a long description", () => {
    expect(derive("Atlas", `${"and ".repeat(59)}weather`)).toEqual(["weather"]);
    expect(derive("Atlas", `${"and ".repeat(60)}weather`)).toEqual([]);
  });

  it("derives nothing if the agent gave tags, but does beside the names of protocols", () => {
    expect(derive("weather", "", ["rain"])).toEqual([]);
    expect(derive("weather", "", ["mcp", "a2a"])).toEqual(["weather"]);
  });

  it.each(["", " ", "!".repeat(4_000), "constructor __proto__ toString", "\ud800", "天気".repeat(2_000)])(
    "finds nothing in %j",
    (text) => {
      expect(derive(text.slice(0, BOUNDS.name), text)).toEqual([]);
    },
  );
});
