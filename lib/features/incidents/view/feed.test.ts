import { describe, expect, it } from "vitest";
import type { RecentIncident } from "../schema";
import { viewFeed } from "./feed";

const INCIDENT: RecentIncident = {
  ...{ id: 7, title: "</title><script>x</script>\u0000", severity: "CRITICAL", status: "FROZEN" },
  ...{
    incident_type: "integrity",
    description: "<img src=x onerror=y>\r\nand a second line",
    affected: ["did:fed:s1:a"],
    ...{ confirmed: true, unfounded: false },
  },
  ...{ created_at: "2026-12-01T10:00:00.000Z", updated_at: "2026-12-02T09:00:00.000Z", resolved_at: null },
  ...{ dispute: null, last_note: "Looked into & frozen.", postmortem: "" },
};
const CONTENT =
  "<p>Critical, under investigation: integrity.</p><p>&lt;img src=x onerror=y&gt;</p><p>and a second line</p><p>It names:</p><ul><li><code>did:fed:s1:a</code></li></ul><p>Said last:</p><blockquote><p>Looked into &amp; frozen.</p></blockquote>";

describe("the feed of incidents", () => {
  it("has an entry at the incident's permalink, as new as its last step, in which nothing is markup that was text", () => {
    const { page, entries } = viewFeed([INCIDENT]);
    expect(page).toBe("/incidents");
    expect(entries).toEqual([
      {
        path: "/incidents/7",
        title: `Critical, under investigation: ${INCIDENT.title}`,
        content: CONTENT,
        published: INCIDENT.created_at,
        updated: INCIDENT.updated_at,
        categories: ["CRITICAL", "FROZEN"],
      },
    ]);
  });

  it("marks an unconfirmed incident in its title, its text and its categories", () => {
    expect(viewFeed([{ ...INCIDENT, title: "Gap", confirmed: false }]).entries).toMatchObject([
      {
        title: "Critical, under investigation, unconfirmed: Gap",
        content: expect.stringContaining("<p>Critical, under investigation, unconfirmed: integrity.</p>"),
        categories: ["CRITICAL", "FROZEN", "UNCONFIRMED"],
      },
    ]);
  });

  it("has the postmortem, in which nothing is markup either", () => {
    const [entry] = viewFeed([{ ...INCIDENT, postmortem: "## Cause\n\n<b>A retry</b>" }]).entries;
    const told = "<p>Postmortem:</p><blockquote><p>## Cause</p><p>&lt;b&gt;A retry&lt;/b&gt;</p></blockquote>";
    expect(entry?.content).toBe(CONTENT + told);
  });

  it("says disputed, with a category, and how it was decided; it has no reply", () => {
    const [entry] = viewFeed([{ ...INCIDENT, dispute: "disputed" }]).entries;
    expect(entry?.title).toMatch(/^Critical, under investigation, disputed: /);
    expect(entry?.content).toContain("<p>Disputed: the owner of the agent replied.");
    expect(entry?.categories).toEqual(["CRITICAL", "FROZEN", "DISPUTED"]);
    const [decided] = viewFeed([{ ...INCIDENT, dispute: "amended" }]).entries;
    expect(decided?.title).toMatch(/^Critical, under investigation, was disputed, then amended: /);
    expect(decided?.categories).toEqual(["CRITICAL", "FROZEN"]);
  });
});
