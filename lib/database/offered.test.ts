import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isOffered, statusInUse } from "./offered";

const LISTED = { source: "a list", url: null, at: "2026-01-01T00:00:00.000Z" };

describe("isOffered", () => {
  it.each([
    ["active", null, true],
    ["unverified", LISTED, true],
    ["unverified", null, false],
    ["suspended", LISTED, false],
    ["withdrawn", LISTED, false],
    ["suspended", null, false],
    ["withdrawn", null, false],
  ])("%s, listed %j: %s", (status, listed, offered) => {
    expect(isOffered({ status, listed })).toBe(offered);
  });

  it("is true of what statusInUse returns", () => {
    for (const listed of [null, LISTED]) expect(isOffered({ status: statusInUse({ listed }), listed })).toBe(true);
  });
});

/** The places that ask whether an agent is active and mean only members, each with the reason. */
const MEMBERS_ONLY: Record<string, string> = {
  "app/.well-known/agent.json/route.ts": "the federation itself is active",
  "app/console/(signed-in)/agents/[did]/page.tsx": "only members have a door",
  "app/console/(signed-in)/agents/page.tsx": "a choice of the list, beside one for listed records",
  "app/owner/(signed-in)/agents/[did]/page.tsx": "owners have members",
  "components/agents/record-list.tsx": "only members have a credential",
  "components/console/standing-forms.tsx": "the value of the form that reinstates",
  "lib/authority/authorize-actor.ts": "an organisation acts with the tier of the agents that it owns",
  "lib/database/offered.ts": "the predicate itself",
  "lib/features/agents/did-document.ts": "only members have a door",
  "lib/features/agents/in-use.ts": "the same predicate for a record of the API",
  "lib/features/agents/liveness/service/check.ts": "only owners choose the checks",
  "lib/features/agents/service/import.ts": "the operators' own agents become active",
  "lib/features/agents/service/list-copies.ts": "records that an earlier build made active",
  "lib/features/council/service/read.ts": "verified agents are members",
  "lib/features/directory/service/filters.ts": "the predicate on the counts",
  "lib/features/relay/service/most-used.ts": "the home page shows members",
  "lib/features/relay/snippets.ts": "only members read their inbox",
  "lib/features/trust/rules.ts": "a standing is verified",
  "lib/features/trust/service/end-listing.ts": "a listed record becomes an active member",
  "lib/features/trust/service/statements.ts": "only members have a credential",
  "lib/interop/a2a/service/find-door.ts": "only members have a door",
  "lib/interop/a2a/snippets.ts": "only members have a door",
  "lib/portal/markdown/agents.ts": "only members have a credential",
  "lib/portal/markdown/service.ts": "the home page shows members",
  "lib/portal/read-home.ts": "the home page shows members",
};

it("each place that asks for active agents says which of the two it means", () => {
  const files = ["app", "components", "lib"]
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.ts$|\/testing\/|schema/.test(file));
  // Sources and webhooks have states, not a status. RFCs, a registry’s entries and the demo have a status of their own.
  const asking = files.filter(
    (file) =>
      !/^lib\/(interop\/(sources|registry)|features\/(events|rfcs|agents\/manifests)|system\/demo)\//.test(file) &&
      !/^app\/.*\/rfcs\//.test(file) &&
      /status[^\n;]{0,40}["']active["']|["']active["'][^\n;]{0,40}status/i.test(readFileSync(file, "utf8")),
  );
  expect(asking.toSorted()).toEqual(Object.keys(MEMBERS_ONLY));
});
