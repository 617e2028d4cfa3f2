import { describe, expect, it } from "vitest";
import { escapeMarkup } from "@/lib/http/feed";
import type { Release, ReleaseHistory } from "../schema";
import { viewAtomFeed, viewJsonFeed } from "./feed";

const RELEASE: Release = {
  ...{ version: "0.2.0", tag: "v0.2.0", date: "2026-12-01", channel: "stable", zenodo_doi: null },
  ...{ build_sha: "0123456", commit: "0".repeat(40), github_release_url: "" },
  changes: [
    { kind: "Added", text: 'A <script> & "quotes" in `<code>`.' },
    { kind: "Fixed", text: "Two." },
  ],
};
const HISTORY: ReleaseHistory = {
  current: RELEASE,
  releases: [RELEASE],
  repository: undefined,
  generatedAt: "2026-12-02T10:00:00.000Z",
};
const ABOUT = { service: "Open & Free <Federation>", origin: "https://federation.example" };
const CONTENT =
  "<h2>Added</h2><ul><li>A &lt;script&gt; &amp; &quot;quotes&quot; in <code>&lt;code&gt;</code>.</li></ul><h2>Fixed</h2><ul><li>Two.</li></ul>";

describe("the JSON feed", () => {
  it("has an item for a release, with its changes as HTML in which nothing is markup that was text", () => {
    expect(JSON.parse(viewJsonFeed(HISTORY, ABOUT))).toEqual({
      version: "https://jsonfeed.org/version/1.1",
      title: "Open & Free <Federation>: changelog",
      home_page_url: "https://federation.example/changelog",
      feed_url: "https://federation.example/changelog.json",
      description: expect.any(String),
      language: "en",
      authors: [{ name: "Open & Free <Federation>", url: "https://federation.example/" }],
      items: [
        {
          id: "https://federation.example/changelog#v0.2.0",
          url: "https://federation.example/changelog#v0.2.0",
          title: "0.2.0",
          content_html: CONTENT,
          date_published: "2026-12-01T00:00:00Z",
          date_modified: "2026-12-01T00:00:00Z",
          tags: ["stable"],
        },
      ],
    });
  });
});

describe("the Atom feed", () => {
  it("has what RFC 4287 asks of a feed and of an entry, each once", () => {
    const feed = viewAtomFeed(HISTORY, ABOUT);
    const [head = "", entry = "", ...others] = feed.split("<entry>");
    expect(others).toEqual([]);
    for (const part of [head, entry]) {
      for (const name of ["id", "title", "updated"]) expect(part.split(`<${name}>`), name).toHaveLength(2);
    }
    expect(head).toContain("<author><name>Open &amp; Free &lt;Federation&gt;</name></author>");
    expect(head).toContain(
      '<link rel="self" type="application/atom+xml" href="https://federation.example/changelog.atom"/>',
    );
    expect(entry).toContain(`<content type="html">${escapeMarkup(CONTENT)}</content>`);
  });

  it("of one channel has an id and an address of its own", () => {
    const feed = viewAtomFeed(HISTORY, { ...ABOUT, channel: "stable" });
    expect(feed).toContain("<id>https://federation.example/changelog.atom?channel=stable</id>");
  });

  it("without an entry is as new as its answer", () => {
    const feed = viewAtomFeed({ ...HISTORY, releases: [] }, ABOUT);
    expect(feed).toContain("<updated>2026-12-02T10:00:00.000Z</updated>");
    expect(feed).not.toContain("<entry>");
  });
});

describe("escapeMarkup", () => {
  it("leaves no markup, and nothing that XML 1.0 has no character for", () => {
    expect(escapeMarkup("a\0b\x1b\ud800c\ufffe<&>'\"ł🙂")).toBe("abc&lt;&amp;&gt;&#39;&quot;ł🙂");
  });
});
