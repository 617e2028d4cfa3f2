import { describe, expect, it } from "vitest";
import { escapeMarkup } from "@/lib/http/feed";
import type { RecentIncident } from "../schema";
import { viewAtomFeed, viewJsonFeed } from "./feed";

const ABOUT = { service: "Federation", origin: "https://federation.example" };
const NOW = "2026-12-02T10:00:00.000Z";
const INCIDENT: RecentIncident = {
  ...{ id: 7, title: "</title><script>x</script>\u0000", severity: "CRITICAL", status: "FROZEN" },
  ...{
    incident_type: "integrity",
    description: "<img src=x onerror=y>\r\nand a second line",
    affected: ["did:fed:s1:a"],
    ...{ confirmed: true, unfounded: false },
  },
  ...{ created_at: "2026-12-01T10:00:00.000Z", updated_at: "2026-12-02T09:00:00.000Z", resolved_at: null },
  last_note: "Looked into & frozen.",
};
const CONTENT =
  "<p>Critical, frozen: integrity.</p><p>&lt;img src=x onerror=y&gt;</p><p>and a second line</p><p>It names:</p><ul><li><code>did:fed:s1:a</code></li></ul><p>Said last:</p><blockquote><p>Looked into &amp; frozen.</p></blockquote>";

describe("the feeds of incidents", () => {
  it("as JSON: an item at the incident's permalink, in which nothing is markup that was text", () => {
    const { items, feed_url, home_page_url } = JSON.parse(viewJsonFeed([INCIDENT], ABOUT, NOW));
    expect([feed_url, home_page_url]).toEqual([`${ABOUT.origin}/incidents.json`, `${ABOUT.origin}/incidents`]);
    expect(items).toMatchObject([
      { id: `${ABOUT.origin}/incidents/7`, content_html: CONTENT, tags: ["CRITICAL", "FROZEN"] },
    ]);
    expect([items[0]?.date_published, items[0]?.date_modified]).toEqual([INCIDENT.created_at, INCIDENT.updated_at]);
  });

  it("as Atom: an entry that is as new as its last step, and a feed as new as that", () => {
    const feed = viewAtomFeed([INCIDENT], ABOUT, NOW);
    expect(feed.split(`<updated>${INCIDENT.updated_at}</updated>`)).toHaveLength(3);
    expect(feed).toContain("<title>Critical, frozen: &lt;/title&gt;&lt;script&gt;x&lt;/script&gt;</title>");
    expect(feed).toContain(`<content type="html">${escapeMarkup(CONTENT)}</content>`);
    expect(feed.match(/<script|<img/)).toBeNull();
  });

  it("mark an incident that nobody has confirmed, in its title, its text and its categories", () => {
    const unconfirmed = { ...INCIDENT, title: "Gap", confirmed: false };
    const [item] = JSON.parse(viewJsonFeed([unconfirmed], ABOUT, NOW)).items;
    expect(item).toMatchObject({
      title: "Critical, frozen, unconfirmed: Gap",
      content_html: expect.stringContaining("<p>Critical, frozen, unconfirmed: integrity.</p>"),
      tags: ["CRITICAL", "FROZEN", "UNCONFIRMED"],
    });
    expect(viewAtomFeed([unconfirmed], ABOUT, NOW)).toContain("<title>Critical, frozen, unconfirmed: Gap</title>");
  });

  it("without an incident are as new as their answer", () => {
    expect(viewAtomFeed([], ABOUT, NOW)).toContain(`<updated>${NOW}</updated>`);
    expect(JSON.parse(viewJsonFeed([], ABOUT, NOW)).items).toEqual([]);
  });
});
