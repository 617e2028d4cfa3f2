import type { Page } from "@playwright/test";
import { apply, expect, issueToken, report, signIn, signInAsOwner } from "./fixtures";
import type { RunningServer } from "./http/start-server";

const GLOSSA = "did:demo:s2:glossa";

/**
 * The tested addresses, by their page's file in app/. The smoke test checks the first of each. `{anchor}` and
 * `{review}` are in the demo. `{application}`, `{audit}`, `{secret}`, `{credential}`, `{report}` and `{webhook}` are created when a
 * test needs them.
 */
export const PAGES: Record<string, string[]> = {
  "(portal)": ["/"],
  "(portal)/[...unknown]": ["/nowhere"],
  "(portal)/agents": [
    "/agents",
    "/agents?zone=S1&role=review",
    "/agents?q=translating+for+courts",
    "/agents?q=translate+an+elephant",
    "/agents?all=tag",
  ],
  "(portal)/agents/[did]": ["/agents/did:demo:s2:glossa", "/agents/did:demo:s4:kestrel", "/agents/did:demo:s1:nobody"],
  "(portal)/anchors": ["/anchors", "/anchors?log=council&find=00000000"],
  "(portal)/anchors/[id]": ["/anchors/{anchor}", "/anchors/nobody-wrote-this"],
  "(portal)/audits": ["/audits", "/audits?verdict=fail&did=did:demo:s1:nobody"],
  "(portal)/audits/[id]": ["/audits/{audit}", "/audits/nobody-has-this"],
  "(portal)/council": ["/council", "/council?kind=agent"],
  "(portal)/council/acts/[seq]": ["/council/acts/1", "/council/acts/0"],
  "(portal)/changelog": ["/changelog", "/changelog?channel=stable"],
  "(portal)/changelog/[entry]": ["/changelog/0.3.0", "/changelog/no-such-release"],
  "(portal)/docs": ["/docs"],
  "(portal)/docs/[tag]": ["/docs/council", "/docs/nobody-has-this"],
  "(portal)/docs/topics": ["/docs/topics"],
  "(portal)/evidence": ["/evidence"],
  "(portal)/incidents": ["/incidents", "/incidents?severity=critical&status=frozen"],
  "(portal)/incidents/[id]": ["/incidents/4", "/incidents/1", "/incidents/999999"],
  "(portal)/join": ["/join"],
  "(portal)/join/status/[secret]": ["/join/status/{secret}", "/join/status/nobody-has-this"],
  "(portal)/leaderboard": ["/leaderboard"],
  "(portal)/log": ["/log"],
  "(portal)/providers/[provider]": ["/providers/Assay%20Guild", "/providers/nobody"],
  "(portal)/relay": ["/relay", "/relay?intent=review+my+contract"],
  "(portal)/report": ["/report?did=did:demo:s2:glossa"],
  "(portal)/report/status/[secret]": ["/report/status/{report}", "/report/status/nobody-has-this"],
  "(portal)/rfcs": ["/rfcs", "/rfcs?status=FROZEN"],
  "(portal)/rfcs/[number]": ["/rfcs/8", "/rfcs/12", "/rfcs/777"],
  "(portal)/rfcs/[number]/reviews/[review]": ["/rfcs/12/reviews/{review}", "/rfcs/12/reviews/nobody-wrote-this"],
  "(portal)/search": ["/search?q=glossa", "/search", "/search?q=translating+for+courts", "/search?q=nothing-has-this"],
  "(portal)/status": ["/status"],
  "(portal)/traces": ["/traces"],
  "(portal)/traces/[trace_id]": ["/traces/demo-lease", "/traces/nobody-sent-this"],
  "owner/sign-in": ["/owner/sign-in"],
  "owner/(signed-in)": ["/owner"],
  "owner/(signed-in)/agents/[did]": ["/owner/agents/did:demo:s2:glossa", "/owner/agents/did:demo:s1:nobody"],
  "owner/(signed-in)/credential": ["/owner/credential"],
  "owner/(signed-in)/webhooks": ["/owner/webhooks"],
  "owner/(signed-in)/webhooks/[id]": ["/owner/webhooks/{webhook}", "/owner/webhooks/nothing"],
  "console/sign-in": ["/console/sign-in"],
  "console/(signed-in)": ["/console"],
  "console/(signed-in)/activity": ["/console/activity"],
  "console/(signed-in)/agents": ["/console/agents", "/console/agents?over-bounds=1"],
  "console/(signed-in)/agents/[did]": ["/console/agents/did:demo:s2:glossa"],
  "console/(signed-in)/applications": ["/console/applications"],
  "console/(signed-in)/applications/[id]": ["/console/applications/{application}"],
  "console/(signed-in)/audits": ["/console/audits"],
  "console/(signed-in)/credentials": ["/console/credentials"],
  "console/(signed-in)/credentials/[id]": ["/console/credentials/{credential}"],
  "console/(signed-in)/credentials/issue": ["/console/credentials/issue?kind=agent&did=did:demo:s2:glossa"],
  "console/(signed-in)/freezes": ["/console/freezes"],
  "console/(signed-in)/maintenance": ["/console/maintenance"],
  "console/(signed-in)/told": ["/console/told"],
  "console/(signed-in)/queue": ["/console/queue", "/console/queue?assigned=me&days=7"],
  "console/(signed-in)/redact": ["/console/redact", "/console/redact?subject=act&id=1"],
  "console/(signed-in)/incidents": ["/console/incidents"],
  "console/(signed-in)/incidents/[id]": ["/console/incidents/4"],
  "console/(signed-in)/incidents/open": ["/console/incidents/open"],
  "console/(signed-in)/operators": ["/console/operators"],
  "console/(signed-in)/replies": ["/console/replies"],
  "console/(signed-in)/reports": ["/console/reports", "/console/reports?status=dismissed"],
  "console/(signed-in)/reports/[id]": ["/console/reports/{report}"],
  "console/(signed-in)/rfcs": ["/console/rfcs"],
  "console/(signed-in)/sources": ["/console/sources"],
  "console/(signed-in)/sources/import": ["/console/sources/import"],
  "console/(signed-in)/webhooks": ["/console/webhooks"],
  "console/(signed-in)/webhooks/[id]": ["/console/webhooks/{webhook}"],
  "console/(signed-in)/rfcs/[number]": ["/console/rfcs/12"],
};

/** Sends a form in a browser without a cache or a session. @returns the address of the private page */
async function sent(page: Page, { url }: RunningServer, fill: (form: Page) => Promise<void>): Promise<string> {
  const context = await page.context().browser()?.newContext({ baseURL: url });
  const form = await context?.newPage();
  if (!form) throw new Error("no browser");
  await fill(form);
  await form.waitForURL(/\/status\/fgs_(apl|rep)_/);
  const address = new URL(form.url()).pathname;
  await context?.close();
  return address;
}

const applied = (page: Page, did: string, server: RunningServer) => sent(page, server, (form) => apply(form, did));

/** Signs in if the page requires it, and creates the objects of the address. @returns the address */
export async function addressOf(path: string, page: Page, server: RunningServer): Promise<string> {
  const isPrivate = /^\/console(?!\/sign-in)/.test(path);
  if (isPrivate) await signIn(page, server);
  const isOwners = /^\/owner(?!\/sign-in)/.test(path);
  const owner = isOwners ? await issueToken(server, { kind: "agent", did: GLOSSA, expires_in_days: 7 }) : undefined;
  if (owner) await signInAsOwner(page, owner);
  if (path.endsWith("{anchor}")) {
    const { entries } = await (await page.request.get("/api/memory/log?limit=1")).json();
    return path.replace("{anchor}", entries[0].id);
  }
  if (path.endsWith("{review}")) {
    const { reviews } = await (await page.request.get("/api/rfc/12")).json();
    return path.replace("{review}", reviews[0].id);
  }
  if (path.endsWith("{secret}")) return applied(page, "did:fed:s1:looked-at", server);
  if (path.endsWith("{report}")) {
    const address = await sent(page, server, (form) => report(form, "It was looked at."));
    if (!isPrivate) return address;
    await page.goto("/console/reports");
    const link = page.getByRole("link", { name: /^Report \d/ });
    return (await link.first().getAttribute("href")) ?? "";
  }
  if (path.endsWith("{application}")) {
    await applied(page, "did:fed:s1:looked-at-by-operators", server);
    await page.goto("/console/applications");
    const link = page.getByRole("link", { name: "did:fed:s1:looked-at-by-operators" });
    return (await link.getAttribute("href")) ?? "";
  }
  if (path.endsWith("{audit}")) {
    const { audits } = await (await page.request.get("/api/council/audits?limit=1")).json();
    return path.replace("{audit}", audits[0].id);
  }
  if (path.endsWith("{credential}")) {
    const headers = { authorization: `Bearer ${await server.operatorToken()}` };
    const response = await page.request.get("/api/access/credentials", { headers });
    const { credentials } = await response.json();
    expect(credentials).not.toEqual([]);
    return path.replace("{credential}", credentials[0].id);
  }
  if (path.endsWith("{webhook}")) {
    const headers = { authorization: `Bearer ${owner ?? (await server.operatorToken())}` };
    const data = { url: "https://hooks.example/looked-at" };
    const added = await page.request.post("/api/webhooks", { headers, data });
    // An owner can have at most five, and this page is tested repeatedly.
    const list = await (await page.request.get("/api/webhooks", { headers })).json();
    return path.replace("{webhook}", added.ok() ? (await added.json()).id : list.webhooks[0].id);
  }
  return path;
}
