import type { Binding } from "@/lib/api/bind";
import { publicUrl } from "@/lib/api/public-url";
import { type Context, requestScope } from "@/lib/authority/context";
import { ServiceError } from "@/lib/foundation/errors";
import { ownValue } from "@/lib/foundation/own-values";
import { MARKDOWN } from "@/lib/http/endpoint";
import { DEFAULT_ERRORS, retryAfterSeconds } from "@/lib/http/errors";
import type { OPERATIONS } from "../contract";
import { foundOrNull, readForPage } from "../read-for-page";
import { markdownPageAt, pagePathOf } from "./address";
import * as agents from "./agents";
import * as council from "./council";
import * as docs from "./docs";
import * as ledger from "./ledger";
import type { MarkdownContent, MarkdownPage } from "./page";
import * as records from "./records";
import * as service from "./service";
import { type Content, heading, link, paragraph, renderMarkdown } from "./write";

type Operations = typeof OPERATIONS;
type MarkdownPageName = {
  [Name in keyof Operations]: Operations[Name] extends { mediaType: typeof MARKDOWN } ? Name : never;
}[keyof Operations];

/** The writers of all declared markdown pages by their names: none is missing. */
const WRITERS: { readonly [Name in MarkdownPageName]: MarkdownPage<Operations[Name]> } = {
  ...agents,
  ...records,
  ...ledger,
  ...council,
  ...docs,
  ...service,
};

function markdownResponse(status: number, markdown: string): Response {
  return new Response(markdown, { status, headers: { "content-type": MARKDOWN, "cache-control": "no-store" } });
}

/** The page for an error, with its reason. */
function say(status: number, title: string, ...content: Content[]): Response {
  return markdownResponse(status, renderMarkdown([heading(1, title), content]));
}

const NOT_FOUND = "Check the address for a typo, or search.";

/** The page while the database does not respond. */
function databaseUnavailable(requestId: string): Response {
  const response = say(503, "The registry is temporarily unavailable", `Try again. Request ${requestId}.`);
  response.headers.set("retry-after", String(retryAfterSeconds("unavailable")));
  return response;
}

function composed(
  { title, lede, json, content, sections = {} }: MarkdownContent,
  page: string,
  origin: string,
): string {
  return renderMarkdown(
    [
      heading(1, title),
      lede,
      paragraph(link(page, "As a page"), json === undefined ? "" : [", ", link(json, "as JSON")], "."),
      content,
      Object.entries(sections).map(([name, said]) => said && [heading(2, name), said]),
    ],
    origin,
  );
}

/**
 * Responds with the markdown alternates of all pages: Next routes all paths to it that end in `.md` and are not a file.
 */
export const markdownPages: Binding = {
  method: "GET",
  handler: async (request) => {
    const scope = requestScope();
    const { pathname, searchParams } = new URL(scope.path ?? request.url, request.url);
    const origin = publicUrl(request);
    const home = paragraph(link(`${origin}/index.html.md`, "Index of pages"), ".");
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
        (ctx: Context) => foundOrNull(writer.write(ctx, { params, query }, origin)),
        endpoint.path,
      );
      if (!read.ok) return databaseUnavailable(read.requestId);
      if (read.value === null) return say(404, "Page not found", NOT_FOUND, home);
      return markdownResponse(
        200,
        typeof read.value === "string" ? read.value : composed(read.value, pagePathOf(pathname), origin),
      );
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const { status, error: title } = DEFAULT_ERRORS[error.kind];
      return say(status, title, error.message);
    }
  },
};
