import { expect, it } from "vitest";
import type { Release } from "../schema";
import { viewFeed } from "./feed";

const RELEASE: Release = {
  ...{ version: "0.2.0", tag: "v0.2.0", date: "2026-12-01", channel: "stable", zenodo_doi: null },
  ...{ build_sha: "0123456", commit: "0".repeat(40), github_release_url: "" },
  ...{ summary: "Not in a feed.", highlights: [{ title: "Not in a feed.", href: undefined, text: "Nor this." }] },
  changes: [
    { kind: "Added", text: 'A <script> & "quotes" in `<code>`.', slug: "added-a" },
    { kind: "Fixed", text: "[Two](https://two.example/?a&b).", slug: "fixed-two" },
  ],
};
const CONTENT =
  '<h2>Added</h2><ul><li>A &lt;script&gt; &amp; &quot;quotes&quot; in <code>&lt;code&gt;</code>.</li></ul><h2>Fixed</h2><ul><li><a href="https://two.example/?a&amp;b">Two</a>.</li></ul>';

it("has an entry for a release, with its changes as HTML in which nothing is markup that was text", () => {
  expect(viewFeed([RELEASE])).toMatchObject({
    page: "/changelog",
    entries: [
      {
        path: "/changelog#v0.2.0",
        title: "0.2.0",
        content: CONTENT,
        published: "2026-12-01T00:00:00Z",
        updated: "2026-12-01T00:00:00Z",
        categories: ["stable"],
      },
    ],
  });
});
