import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { systemContext } from "@/lib/authority/context";
import { testDatabase } from "@/lib/database/testing/test-database";
import { registerAgent } from "@/lib/features/agents/service/register";
import { Tier } from "@/lib/identity/tiers";
import { send } from "@/lib/testing/routes";
import { showTrustBadge } from "../contract";
import { viewBadge } from "./badge";

const database = testDatabase();
const did = "did:fed:s1:atlas";
const BADGE = {
  did,
  name: "Atlas",
  tier: "T3",
  score: 78,
  instead: null,
  asOf: "2030-06-30",
  federation: "Open",
} as const;

describe("viewBadge", () => {
  it("says tier, score and day to those who cannot see it", () => {
    const title = "Atlas (did:fed:s1:atlas): trust tier T3, score 78.0 of 100 as of 2030-06-30, Open";
    expect(viewBadge(BADGE)).toContain(`<title>${title}</title>`);
    expect(viewBadge(BADGE)).toContain(`role="img" aria-label="${title}"`);
  });

  it.each(["suspended", "withdrawn", "listed"] as const)(
    "of an agent that is %s says so, and shows no tier and no score",
    (state) => {
      const svg = viewBadge({ ...BADGE, instead: { word: state, meaning: state } });
      expect(svg).toContain(`<title>Atlas (did:fed:s1:atlas): ${state} as of 2030-06-30, Open</title>`);
      expect(svg).not.toMatch(/class="step"|T3|78/);
    },
  );

  it("fills a step for each tier up to the agent's", () => {
    for (const [level, tier] of Tier.options.entries()) {
      expect(viewBadge({ ...BADGE, tier }).match(/class="step"/g)).toHaveLength(level + 1);
    }
  });

  it("has the same markup for any name: no part of a name becomes markup or reverses words", () => {
    const shapeOf = (svg: string) => svg.replace(/aria-label="[^"]*"/, "").replace(/<title>[^<]*<\/title>/, "");
    const hostile = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom(
        '"><script>alert(1)</script>',
        "</title><image href=x>",
        "&quot;",
        "]]>",
        "\u202eabc\u0007\ud800",
      ),
    );
    fc.assert(
      fc.property(hostile, hostile, (name, federation) => {
        const svg = viewBadge({ ...BADGE, name, federation });
        expect(shapeOf(svg)).toBe(shapeOf(viewBadge(BADGE)));
        expect(svg.replaceAll("\n", "")).not.toMatch(/\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u);
      }),
    );
  });
});

describe("GET /api/trust/badge/{did}", () => {
  beforeAll(() => registerAgent(systemContext(database()), { did, name: "Atlas & Co" }));
  const ask = (headers: Record<string, string> = {}, of: string = did) =>
    send(showTrustBadge, { params: { did: of }, headers });

  it("is a picture that may be kept for five minutes, and is not sent again while it is the same", async () => {
    const response = await ask();
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("image/svg+xml");
    expect(response.headers.get("cache-control")).toBe("public, max-age=300");
    expect(await response.text()).toContain("Atlas &amp; Co");
    const etag = response.headers.get("etag") ?? "";
    const again = await ask({ "if-none-match": `"other", W/${etag}` });
    expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", etag]);
    await registerAgent(systemContext(database()), { did, name: "Atlas", role: "r" });
    expect((await ask({ "if-none-match": etag })).status).toBe(200);
  });

  it("is an ordinary error if there is no such agent, and is not cached", async () => {
    for (const unknown of ["did:fed:s1:nobody", "nonsense", "a\0b"]) {
      const response = await ask({}, unknown);
      expect([response.status, response.headers.get("cache-control")]).toEqual([404, "no-store"]);
      expect(await response.json()).toEqual({ error: "Agent not found", code: "NOT_FOUND" });
    }
  });
});
