import type { Binding } from "@/lib/api/bind";
import { publicUrl } from "@/lib/api/public-url";
import { type Context, requestScope } from "@/lib/authority/context";
import { settings } from "@/lib/foundation/env";
import { ServiceError } from "@/lib/foundation/errors";
import { ownValue } from "@/lib/foundation/own-values";
import { MARKDOWN } from "@/lib/http/endpoint";
import { DEFAULT_ERRORS, retryAfterSeconds } from "@/lib/http/errors";
import { type Block, heading, link, paragraph, renderMarkdown } from "@/lib/portal/markdown/write";
import type { OPERATIONS } from "../contract";
import { foundOrNull, readForPage } from "../read-for-page";
import { markdownPageAt, pagePathOf } from "./address";
import { writeAgent, writeAgents, writeLeaderboard, writeProvider } from "./agents";
import { writeAudits } from "./council";
import { writeDocs, writeGroup } from "./docs";
import { writeIncident, writeIncidents } from "./incidents";
import { writeAnchors, writeEntry } from "./ledger";
import type { MarkdownContent, MarkdownPage, SiteContext } from "./page";
import { writeRelay, writeTrace } from "./relay";
import { writeRfc, writeRfcs } from "./rfcs";
import { writeChangelog, writeEvidence, writeHome, writeJoin, writeStatus } from "./service";

type Operations = typeof OPERATIONS;
type MarkdownPageName = {
  [Name in keyof Operations]: Operations[Name] extends { mediaType: typeof MARKDOWN } ? Name : never;
}[keyof Operations];

/** The writers of all declared markdown pages: none is missing, and none is undeclared. */
const WRITERS: { readonly [Name in MarkdownPageName]: MarkdownPage<Operations[Name]> } = {
  getHomeText: writeHome,
  getAgentsText: writeAgents,
  getAgentText: writeAgent,
  getProviderText: writeProvider,
  getLeaderboardText: writeLeaderboard,
  getAuditsText: writeAudits,
  getIncidentsText: writeIncidents,
  getIncidentText: writeIncident,
  getAnchorsText: writeAnchors,
  getEntryText: writeEntry,
  getRelayText: writeRelay,
  getTraceText: writeTrace,
  getRfcsText: writeRfcs,
  getRfcText: writeRfc,
  getEvidenceText: writeEvidence,
  getStatusText: writeStatus,
  getChangelogText: writeChangelog,
  getJoinText: writeJoin,
  getDocsText: writeDocs,
  getGroupText: writeGroup,
};

function markdownResponse(status: number, markdown: string): Response {
  return new Response(markdown, { status, headers: { "content-type": MARKDOWN, "cache-control": "no-store" } });
}

/** The page for an error, with its reason. */
function say(status: number, title: string, ...blocks: Block[]): Response {
  return markdownResponse(status, renderMarkdown([heading(1, title), ...blocks]));
}

const NOT_FOUND = paragraph("Check the address for a typo, or search.");

/** The page while the database does not respond. */
function databaseUnavailable(requestId: string): Response {
  const response = say(503, "The registry is temporarily unavailable", paragraph(`Try again. Request ${requestId}.`));
  response.headers.set("retry-after", String(retryAfterSeconds("unavailable")));
  return response;
}

function composed({ title, lede, json, blocks }: MarkdownContent, page: string, { origin }: SiteContext): string {
  const same = [
    link(origin + page, "As a page"),
    ...(json === undefined ? [] : [", ", link(origin + json, "as JSON")]),
    ".",
  ];
  return renderMarkdown([
    heading(1, ...title),
    ...(lede === undefined ? [] : [paragraph(lede)]),
    paragraph(...same),
    ...blocks,
  ]);
}

/**
 * Responds with the markdown alternates of all pages: Next routes all paths to it that end in `.md` and are not a file.
 */
export const markdownPages: Binding = {
  method: "GET",
  handler: async (request) => {
    const scope = requestScope();
    const { pathname, searchParams } = new URL(scope.path ?? request.url, request.url);
    const about = { origin: publicUrl(request), name: settings().FEDERATION_NAME };
    const home = paragraph(link(`${about.origin}/index.html.md`, "Index of pages"), ".");
    const page = markdownPageAt(pathname);
    const writer = page && ownValue(WRITERS, page.endpoint.operationId);
    if (page === undefined || writer === undefined) {
      scope.event["route"] = "/{page}.md";
      return say(404, "Page not found", NOT_FOUND, home);
    }
    const { endpoint, params } = page;
    // The first of a repeated parameter is used.
    const query = Object.fromEntries([...searchParams].reverse());
    try {
      const read = await readForPage(
        (ctx: Context) => foundOrNull(writer.write(ctx, { params, query }, about)),
        endpoint.path,
      );
      if (!read.ok) return databaseUnavailable(read.requestId);
      if (read.value === null) return say(404, "Page not found", NOT_FOUND, home);
      return markdownResponse(
        200,
        typeof read.value === "string" ? read.value : composed(read.value, pagePathOf(pathname), about),
      );
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const { status, error: title } = DEFAULT_ERRORS[error.kind];
      return say(status, title, paragraph(error.message));
    }
  },
};
