import { parseInput } from "@/lib/api/bind";
import type { Context } from "@/lib/authority/context";
import type { Endpoint, InputOf } from "@/lib/http/endpoint";
import { addressWith, pageSegment } from "@/lib/http/page-address";
import { type Block, type Inline, link, paragraph } from "@/lib/portal/markdown/write";

/** A page as markdown: its head, and its content. */
export interface MarkdownContent {
  title: Inline[];
  /** A description in one sentence. */
  lede?: string;
  /** Path of the same data as JSON. */
  json?: string;
  blocks: Block[];
}

/** What a markdown alternate may need in addition to what it reads. */
export interface SiteContext {
  /** This service's public address, without a slash at its end. */
  origin: string;
  /** The federation's name. */
  name: string;
}

/** The parameters of its path, and its query. */
type Given = Record<"params" | "query", Record<string, string>>;

/** A declared markdown alternate with its writer. */
export interface MarkdownPage<E extends Endpoint = Endpoint> {
  endpoint: E;
  write: (ctx: Context, given: Given, about: SiteContext) => Promise<MarkdownContent | string>;
}

/**
 * Joins a declared markdown alternate and its writer. The writer reads the data with the page's own verbs, and returns
 * nodes or markdown text.
 */
export function markdownPage<const E extends Endpoint>(
  endpoint: E,
  write: (ctx: Context, input: InputOf<E>, about: SiteContext) => Promise<MarkdownContent | string>,
): MarkdownPage<E> {
  const read = ({ params, query }: Given) =>
    ({
      params: parseInput(endpoint, endpoint.params, params),
      query: parseInput(endpoint, endpoint.query, query),
      body: undefined,
    }) as InputOf<E>;
  return { endpoint, write: (ctx, given, about) => write(ctx, read(given), about) };
}

/** Returns an agent by its DID, with a link to its markdown page. */
export function agentLink({ origin }: SiteContext, did: string, name: string = did): Inline {
  return link(`${origin}/agents/${pageSegment(did)}.md`, name);
}

/** Returns the position in a list, and a link to the next part. */
export function shown(
  place: string,
  asked: Record<string, string | number | undefined>,
  { offset, count, total }: { offset: number; count: number; total: number },
): Block {
  const next = offset + count;
  if (count === 0) return paragraph(`None of ${total.toLocaleString("en")}.`);
  const where = `${(offset + 1).toLocaleString("en")} to ${next.toLocaleString("en")} of ${total.toLocaleString("en")}.`;
  return next < total
    ? paragraph(where, " ", link(addressWith(place, { ...asked, offset: next }), "The next"))
    : paragraph(where);
}
