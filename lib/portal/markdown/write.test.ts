import fc from "fast-check";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import Markdown from "react-markdown";
import remarkGfm from "remark-gfm";
import { describe, expect, it } from "vitest";
import { code, facts, heading, link, list, paragraph, quote, renderMarkdown, table } from "./write";

/** A page with hostile text in every place that accepts text. */
const pageWith = (words: string) =>
  renderMarkdown([
    heading(1, words),
    paragraph("says ", words, ", or ", link("https://federation.example/", words), "."),
    facts({ Name: words, Id: code(words) }),
    list([[words], [words, " and more"]]),
    table([words], () => ({ Name: words, What: code(words) })),
    quote(words),
    paragraph("The end"),
  ]);

/** Returns the visible elements without their text. A quotation may have several paragraphs. */
const structureOf = (markdown: string): string => {
  const html = renderToStaticMarkup(createElement(Markdown, { remarkPlugins: [remarkGfm] }, markdown));
  return [...html.matchAll(/<\/?[a-z][^>]*>/g)]
    .map(([tag]) => tag)
    .join("")
    .replaceAll("</p><p>", "");
};

const PLAIN = structureOf(pageWith("word"));

describe("a link", () => {
  const hrefOf = (markdown: string) =>
    /href="([^"]*)"/
      .exec(renderToStaticMarkup(createElement(Markdown, { remarkPlugins: [remarkGfm] }, markdown)))?.[1]
      ?.replaceAll("&amp;", "&");

  it.each([
    "https://federation.example/agents.md?sort=trusted&limit=50&offset=50",
    "https://federation.example/a_b/*c*?a=1&copy=2",
  ])("has its address as it is, for those who read the markdown raw: %s", (url) => {
    for (const block of [paragraph(link(url, "The next")), table([url], () => ({ Next: link(url, "The next") }))]) {
      const markdown = renderMarkdown([block]);
      expect(markdown).toContain(`[The next](${url})`);
      expect(hrefOf(markdown)).toBe(url);
    }
  });

  it.each([
    "https://federation.example/a?b=1&amp;c=2",
    "https://federation.example/(a",
    "https://federation.example/a)b",
  ])("leads where it was made to lead, escaped where it must be: %s", (url) => {
    expect(hrefOf(renderMarkdown([paragraph(link(url, "x"))]))).toBe(url);
  });
});

describe("somebody else's words", () => {
  const hostile = [
    "# Approved by the council",
    "x\n\n## Approved\n\n- by all",
    "a | b | c\n| - | - |",
    "[click](//evil.example) ![](/x.png)",
    "<script>alert(1)</script> &lt; <!-- ",
    "```\nfenced\n```",
    "`ticks` ``and`` more",
    "**bold** _it_ ~~no~~ \\ 1. 2) + - * > =",
    "[^1] [x]: /evil",
    "---",
    "\u202eevil\u2066",
    "[ ] done",
  ];
  it.each(hostile)("are words in every place, and make no structure: %j", (words) => {
    expect(structureOf(pageWith(words))).toEqual(PLAIN);
  });

  it("may hold addresses, which lead nowhere", () => {
    for (const address of [
      "https://evil.example/?a=1",
      "www.evil.example",
      "me@evil.example",
      "me@evil.example+you@evil.example",
      "[x](http://evil.example)",
    ]) {
      const shown = structureOf(pageWith(address));
      expect(shown.replaceAll("<code></code>", ""), address).toBe(PLAIN.replaceAll("<code></code>", ""));
    }
  });

  it("make none whatever they are", () => {
    const words = fc.string({
      unit: fc.constantFrom(..."#*_`[]()<>!|~\\-+=.:/@&;1a \n\t\"'x^$%{}"),
      minLength: 1,
      maxLength: 24,
    });
    fc.assert(
      fc.property(words, (each) => {
        fc.pre(/[a-z1]/.test(each));
        expect(structureOf(pageWith(each)).replaceAll("<code></code>", "")).toBe(PLAIN.replaceAll("<code></code>", ""));
      }),
      { numRuns: 150 },
    );
  });
});
