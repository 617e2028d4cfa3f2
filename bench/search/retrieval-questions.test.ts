import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { QUESTIONS_FILE, readQuestions, sharedWords } from "./retrieval-questions";
import { contentWordsOf, stemsOf } from "./retrieval-words";
import { hasServers, readServers } from "./routing-questions";

const SERVER = { slug: "acme-openweather-mcp", name: "openweather-mcp", provider: "io.github.acme", description: "" };

describe("words", () => {
  it("are stems in lower case, without punctuation", () => {
    expect(stemsOf("Reading LETTERS, read: a letter.")).toEqual(["read", "letter", "read", "a", "letter"]);
  });

  it("in camel case are also their parts", () => {
    expect(stemsOf("GreptimeDB")).toEqual(["greptimedb", "greptim", "db"]);
    expect(stemsOf("BICScan")).toEqual(["bicscan", "bic", "scan"]);
  });

  it("without content are left out, in any form", () => {
    expect(contentWordsOf("I'd like something that helps me and shouldn't be found using letters")).toEqual([
      "letters",
    ]);
  });
});

describe("a question shares a word with a server", () => {
  it.each([
    ["Which letters came?", { description: "Sends a letter." }, ["letters"]],
    ["Which trades failed?", { description: "Trading." }, ["trades"]],
    ["How is the weather?", {}, ["weather"]],
    ["Is this the acme?", {}, ["acme"]],
    ["Will it rain on us?", { description: "It is what we use on you." }, []],
  ])("%s", (question, fields, shared) => {
    expect(sharedWords(question, { ...SERVER, ...fields })).toEqual(shared);
  });
});

describe("the frozen questions", () => {
  const questions = readQuestions();

  it("have the bytes whose SHA-256 the README names", () => {
    const hash = createHash("sha256").update(readFileSync(QUESTIONS_FILE)).digest("hex");
    const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
    expect(readme.match(/\b[0-9a-f]{64}\b/g)).toEqual([hash]);
  });

  it("are 120 different ones, every third of them for validation", () => {
    expect(new Set(questions.map(({ question }) => question)).size).toBe(120);
    expect(questions.map(({ split }) => split)).toEqual(questions.map((_, n) => (n % 3 === 0 ? "validation" : "test")));
  });

  it("have one to ten targets, and a server is a target of at most three", () => {
    const counts = new Map<string, number>();
    for (const { targets } of questions) {
      expect(new Set(targets).size).toBe(targets.length);
      expect(targets.length).toBeGreaterThan(0);
      expect(targets.length).toBeLessThanOrEqual(10);
      for (const slug of targets) counts.set(slug, (counts.get(slug) ?? 0) + 1);
    }
    expect(Math.max(...counts.values())).toBeLessThanOrEqual(3);
  });

  it("share no content word with the name or description of a target", async ({ skip }) => {
    skip(!hasServers(), "The list of servers is no part of the repository. ROUTING_DATA names the folder that has it.");
    const servers = new Map((await readServers()).map((server) => [server.slug, server]));
    const wrong = questions.flatMap(({ question, targets }) =>
      targets.flatMap((slug) => {
        const server = servers.get(slug);
        if (!server) return [`${slug} is not listed`];
        return sharedWords(question, server).map((word) => `${word}: ${slug}, ${question}`);
      }),
    );
    expect(wrong).toEqual([]);
  });
});
