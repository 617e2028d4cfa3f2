import { parseFeed } from "feedsmith";
import { describe, expect, it } from "vitest";
import { escapeMarkup, type Feed, type FeedAbout, writeFeed } from "./feed";
import { ATOM, JSON_FEED, JsonFeed } from "./feed-schema";

const ABOUT: FeedAbout = {
  service: "Open & Free <Federation>",
  origin: "https://federation.example",
  authority: "federation.example",
  self: "/things.atom?kind=a&b",
  generatedAt: "2026-12-02T10:00:00.000Z",
};
/** Hostile names of agents: markup, ends of markup, controls, bidi controls, half a surrogate pair, an empty text. */
const HOSTILE = "]]></title><script>x</script>&amp;\u0000\u001b\u202e\u2066\ud800\uffff\u2028ł🙂";
const SHOWN = "]]></title><script>x</script>&amp; ł🙂";
const FEED: Feed = {
  title: "things",
  description: "What there is.",
  page: "/things",
  entries: [
    {
      path: "/things/did:a:b:c#first",
      title: HOSTILE,
      content: `<p>${escapeMarkup(HOSTILE)}</p>`,
      published: "2026-12-01T00:00:00.000Z",
      updated: "2026-12-01T09:00:00.000Z",
      categories: [HOSTILE],
    },
    {
      path: "/things/2",
      title: "Two",
      content: "<p>Two.</p>",
      published: "2026-11-30T00:00:00.000Z",
      updated: "2026-12-02T08:00:00.000Z",
      categories: [],
    },
  ],
};
const IDS = ["tag:federation.example,2026:/things/did:a:b:c#first", "tag:federation.example,2026:/things/2"];
const atom = (feed = FEED, about = ABOUT) => writeFeed(ATOM, feed, about);
const json = (feed = FEED, about = ABOUT) => JsonFeed.parse(JSON.parse(writeFeed(JSON_FEED, feed, about)));

describe("a feed as Atom", () => {
  it("has what RFC 4287 asks of a feed and of an entry, each once", () => {
    const [head = "", ...entries] = atom().split("<entry>");
    expect(entries).toHaveLength(2);
    for (const part of [head, ...entries]) {
      for (const name of ["id", "title", "updated"]) expect(part.split(`<${name}>`), name).toHaveLength(2);
    }
    expect(head).toContain("<author><name>Open &amp; Free &lt;Federation&gt;</name></author>");
    expect(head).toContain(
      'rel="self" type="application/atom+xml" href="https://federation.example/things.atom?kind=a&amp;b"',
    );
  });

  it("is as new as its newest entry, and without one as its response", () => {
    expect(atom().split("<entry>")[0]).toContain("<updated>2026-12-02T08:00:00.000Z</updated>");
    expect(atom({ ...FEED, entries: [] })).toContain("<updated>2026-12-02T10:00:00.000Z</updated>");
  });

  it("has neither markup nor an unseen character of what somebody wrote", () => {
    const text = atom();
    expect(text.match(/<script|<!\[CDATA|(?!\n)\p{Cc}|[\p{Cs}\u2028\u202e\u2066\uffff]/u)).toBeNull();
    const parsed = parseFeed(text);
    if (parsed.format !== "atom") throw new Error("no Atom");
    expect(parsed.feed.entries?.[0]).toMatchObject({ title: { value: SHOWN }, categories: [{ term: SHOWN }] });
  });
});

describe("a feed as JSON", () => {
  it("has the same entries, with texts instead of markup", () => {
    const { items, ...head } = json();
    expect(head).toMatchObject({
      title: "Open & Free <Federation>: things",
      home_page_url: "https://federation.example/things",
      feed_url: "https://federation.example/things.atom?kind=a&b",
    });
    expect(items[0]).toMatchObject({ title: SHOWN, tags: [SHOWN], url: `${ABOUT.origin}/things/did:a:b:c#first` });
    const parsed = parseFeed(atom());
    const entries = parsed.format === "atom" ? parsed.feed.entries : [];
    expect(items.map((one) => [one.id, one.content_html])).toEqual(entries?.map((one) => [one.id, one.content?.value]));
  });
});

it("an entry has one id under every address that the service has", () => {
  for (const origin of ["https://federation.example", "http://127.0.0.1:3000"]) {
    const about = { ...ABOUT, origin };
    expect(json(FEED, about).items.map(({ id }) => id)).toEqual(IDS);
    expect([...atom(FEED, about).matchAll(/<id>([^<]*things\/[^<]*)<\/id>/g)].map(([, id]) => id)).toEqual(IDS);
  }
});

describe("escapeMarkup", () => {
  it("leaves no markup, and nothing that XML 1.0 has no character for", () => {
    expect(escapeMarkup("a\0b\x1b\ud800c\ufffe<&>'\"ł🙂")).toBe("abc&lt;&amp;&gt;&#39;&quot;ł🙂");
  });
});
