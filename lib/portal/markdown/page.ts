import { parseInput } from "@/lib/api/bind";
import type { Context } from "@/lib/authority/context";
import { pathOf } from "@/lib/http/client";
import type { Endpoint, InputOf } from "@/lib/http/endpoint";
import { pageSegment } from "@/lib/http/page-address";
import { actorLabel } from "@/lib/identity/actor-label";
import { DID_LITE } from "@/lib/identity/did-syntax";
import { type Content, type Inline, link, paragraph } from "./write";

export interface MarkdownContent {
  title: Inline;
  /** A description in one sentence. */
  lede?: string;
  /** Path of the same data as JSON. */
  json?: string;
  /** The content before the first heading. */
  content?: Content;
  /** The content by its headings. A section without content is left out. */
  sections?: Readonly<Record<string, Content>>;
}

type Given = Record<"params" | "query", Record<string, string>>;

/** A declared markdown alternate with its writer. */
export interface MarkdownPage<E extends Endpoint = Endpoint> {
  endpoint: E;
  write: (ctx: Context, given: Given, origin: string) => Promise<MarkdownContent | string>;
}

/**
 * Joins a declared markdown alternate and its writer. The writer reads the data with the page's own verbs, and returns
 * the content or markdown text.
 */
export function markdownPage<const E extends Endpoint>(
  endpoint: E,
  write: (ctx: Context, input: InputOf<E>, origin: string) => Promise<MarkdownContent | string>,
): MarkdownPage<E> {
  const read = ({ params, query }: Given) =>
    ({
      params: parseInput(endpoint, endpoint.params, params),
      query: parseInput(endpoint, endpoint.query, query),
      body: undefined,
    }) as InputOf<E>;
  return { endpoint, write: (ctx, given, origin) => write(ctx, read(given), origin) };
}

/** Returns an agent by its DID, with a link to its markdown page. */
export function agentLink(did: string, name: string = did): Inline {
  return link(`/agents/${pageSegment(did)}.md`, name);
}

/** Returns the actor: an agent with a link to its markdown page, or another actor by name. */
export function actor(name: string): Inline {
  return DID_LITE.test(name) ? agentLink(name) : actorLabel(name);
}

/** Returns the position in a list, and a link to the next part. @param query as the list was asked */
export function shown(
  endpoint: Endpoint,
  query: Record<string, unknown>,
  { offset, count, total }: { offset: number; count: number; total: number },
): Content {
  const next = offset + count;
  if (count === 0) return `None of ${total.toLocaleString("en")}.`;
  const where = `${(offset + 1).toLocaleString("en")} to ${next.toLocaleString("en")} of ${total.toLocaleString("en")}.`;
  if (next >= total) return where;
  const more = pathOf(endpoint, { query: { ...query, offset: next } } as never);
  return paragraph(where, " ", link(more, "The next"));
}
