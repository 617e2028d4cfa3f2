import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { prepareHtml } from "./html-document";

const DATA = `<script type="application/ld+json">{"@type":"Dataset"}</script>`;
const PORTAL = `<script async="" src="/portal.js"></script>`;
const INLINE = `self.__next_f.push([1,"a <b> </p> <!-- & \\u003c/script>"])`;
const REACT = [
  `<link rel="preload" as="script" fetchPriority="low" href="/_next/static/chunks/a.js"/>`,
  `<script src="/_next/static/chunks/a.js" async=""></script>`,
  `<script>${INLINE}</script>`,
].join("");
const hashOf = (script: string) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`;

describe("a document", () => {
  it("keeps all but React's scripts, their preloads, their data and React's marks", () => {
    const page = `<html><head>${PORTAL}${DATA}${REACT}</head><body><p title="&gt;">a<!-- -->ź</p>${REACT}</body></html>`;
    expect(prepareHtml(page, false)).toEqual({
      html: `<html><head>${PORTAL}${DATA}</head><body><p title="&gt;">aź</p></body></html>`,
      hashes: [],
    });
  });

  it("is no script where its text or an attribute looks like one", () => {
    const text = `<textarea>${REACT}</textarea><p title="<script>a</script>">&lt;script&gt;</p>`;
    expect(prepareHtml(text, false)).toEqual({ html: text, hashes: [] });
  });
});

describe("a page that hydrates", () => {
  const page = `<html><head>${PORTAL}${DATA}${REACT}</head><body><p>a<!-- -->b</p><script id="_R_">run()</script></body></html>`;

  it("stays as it is, with the hashes of its inline scripts", () => {
    expect(prepareHtml(page, true)).toEqual({ html: page, hashes: [hashOf(INLINE), hashOf("run()")] });
  });

  it("is one that Next has the browser make, wherever it stands", () => {
    const blank = page.replace("<html>", '<html id="__next_error__">');
    expect(prepareHtml(blank, false)).toEqual({ html: blank, hashes: [hashOf(INLINE), hashOf("run()")] });
  });
});
