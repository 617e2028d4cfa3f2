import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { sendWhole, withoutReact, withReactAtRest } from "./document";

const KEPT = [
  `<script async="" src="/portal.js" nonce="n"></script>`,
  `<script type="application/ld+json">{"@type":"Dataset"}</script>`,
].join("");
const REACT = [
  `<link rel="preload" as="script" fetchPriority="low" href="/_next/static/chunks/a.js"/>`,
  `<script src="/_next/static/chunks/a.js" async="" nonce="n"></script>`,
  `<script nonce="n">self.__next_f.push([1,"a <b>"])</script>`,
].join("");

describe("a page without React", () => {
  it("keeps all but React's scripts and their data", () => {
    expect(withoutReact(`<html><head>${KEPT}${REACT}</head><body><p>a</p>${REACT}</body></html>`)).toBe(
      `<html><head>${KEPT}</head><body><p>a</p></body></html>`,
    );
  });

  it("leaves as it is what only scripts can make", () => {
    const blank = `<html id="__next_error__"><body>${REACT}</body></html>`;
    expect(withoutReact(blank)).toBe(blank);
  });
});

describe("a page with React at rest", () => {
  it("holds its scripts back, but for data and what every page runs", () => {
    const page = `<html><head>${KEPT}${REACT}</head><body><main data-react="at-rest"></main></body></html>`;
    const rested = withReactAtRest(page);
    expect(rested).toContain(KEPT);
    expect(rested).toContain('<script type="text/plain" data-wakes="" src="/_next/static/chunks/a.js"></script>');
    expect(rested).not.toMatch(/<link|<script src="\/_next/);
    expect(withReactAtRest(page.replace("at-rest", "at-once"))).toContain('<script src="/_next');
  });
});

describe("an answer", () => {
  let close = () => {};
  afterEach(() => close());

  /** What a client gets where the page's maker writes these parts of this media type. */
  async function answer(mediaType: string, parts: string[], end?: string): Promise<Response> {
    const server = createServer((_request, response) => {
      sendWhole(response, withoutReact);
      response.setHeader("content-type", mediaType);
      response.setHeader("content-length", 4_000);
      if (mediaType !== "text/html") response.removeHeader("content-length");
      for (const part of parts) response.write(part);
      response.end(end);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    close = () => server.close();
    return fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  }

  it("that is a page is whole and stripped, however it was cut", async () => {
    const cut = REACT.length / 2;
    const parts = ["<html><p>Łódź</p>", REACT.slice(0, cut), REACT.slice(cut)];
    expect(await (await answer("text/html", parts, "</html>")).text()).toBe("<html><p>Łódź</p></html>");
    close();
    expect(await (await answer("text/html", parts)).text()).toBe("<html><p>Łódź</p>");
    close();
    expect(await (await answer("text/html", [], `<p>a</p>${REACT}`)).text()).toBe("<p>a</p>");
  });

  it("that is no page passes as it is", async () => {
    expect(await (await answer("text/markdown", [REACT], "b")).text()).toBe(`${REACT}b`);
  });
});
