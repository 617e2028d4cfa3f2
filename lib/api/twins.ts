import { type Context, requestScope } from "@/lib/context";
import { settings } from "@/lib/env";
import { ServiceError } from "@/lib/errors";
import { MARKDOWN } from "@/lib/http/endpoint";
import { DEFAULT_ERRORS, retryAfterSeconds } from "@/lib/http/errors";
import { type Block, heading, link, paragraph, renderMarkdown } from "@/lib/http/markdown";
import type { Binding } from "./bind";
import type { OPERATIONS } from "./contract";
import { publicUrl } from "./public-url";
import { foundOrNull, readForPage } from "./read-for-page";
import { pageOf, twinAt } from "./twin-address";
import { writeAgent, writeAgents, writeLeaderboard, writeProvider } from "./twins/agents";
import { writeAudits } from "./twins/council";
import { writeDocs, writeGroup } from "./twins/docs";
import { writeIncident, writeIncidents } from "./twins/incidents";
import { writeAnchors, writeEntry } from "./twins/ledger";
import type { About, Twin, TwinPage } from "./twins/page";
import { writeRelay, writeTrace } from "./twins/relay";
import { writeRfc, writeRfcs } from "./twins/rfcs";
import { writeChangelog, writeEvidence, writeHome, writeJoin, writeStatus } from "./twins/service";

type Operations = typeof OPERATIONS;
type TwinName = {
  [Name in keyof Operations]: Operations[Name] extends { text: typeof MARKDOWN } ? Name : never;
}[keyof Operations];

/** Who writes each twin that is declared: none is missing, and none is written that is not declared. */
const WRITERS: { readonly [Name in TwinName]: Twin<Operations[Name]> } = {
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

function answer(status: number, markdown: string): Response {
  return new Response(markdown, { status, headers: { "content-type": MARKDOWN, "cache-control": "no-store" } });
}

/** A page that says why there is none. */
function say(status: number, title: string, ...blocks: Block[]): Response {
  return answer(status, renderMarkdown([heading(1, title), ...blocks]));
}

const NOT_FOUND = paragraph("Check the address, or search.");

/** The page while the database does not answer. */
function silent(requestId: string): Response {
  const response = say(503, "The register does not answer", paragraph(`Try again. Request ${requestId}.`));
  response.headers.set("retry-after", String(retryAfterSeconds("unavailable")));
  return response;
}

function composed({ title, lede, json, blocks }: TwinPage, page: string, { origin }: About): string {
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

/** Answers for every page's twin: Next leads all paths to it that end in `.md` and are no file's. */
export const twins: Binding = {
  method: "GET",
  handler: async (request) => {
    const scope = requestScope();
    const { pathname, searchParams } = new URL(scope.path ?? request.url, request.url);
    const about = { origin: publicUrl(request), name: settings().FEDERATION_NAME };
    const home = paragraph(link(`${about.origin}/index.html.md`, "What there is"), ".");
    const twin = twinAt(pathname);
    if (twin === undefined) {
      scope.event["route"] = "/{page}.md";
      return say(404, "Page not found", NOT_FOUND, home);
    }
    const { endpoint, params } = twin;
    const { write } = WRITERS[endpoint.operationId as TwinName];
    // The first of a repeated parameter counts.
    const query = Object.fromEntries([...searchParams].reverse());
    try {
      const read = await readForPage(
        (ctx: Context) => foundOrNull(write(ctx, { params, query }, about)),
        endpoint.path,
      );
      if (!read.ok) return silent(read.requestId);
      if (read.value === null) return say(404, "Page not found", NOT_FOUND, home);
      return answer(200, typeof read.value === "string" ? read.value : composed(read.value, pageOf(pathname), about));
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const { status, error: title } = DEFAULT_ERRORS[error.kind];
      return say(status, title, paragraph(error.message));
    }
  },
};
