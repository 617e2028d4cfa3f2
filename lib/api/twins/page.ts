import type { Context } from "@/lib/context";
import type { Endpoint, InputOf } from "@/lib/http/endpoint";
import { type Block, type Inline, link, paragraph } from "@/lib/http/markdown";
import { addressWith, pageSegment } from "@/lib/http/page-address";
import { checkedInput } from "../bind";

/** A page as markdown: its head, and what stands below it. */
export interface TwinPage {
  title: Inline[];
  /** What it is, in a sentence. */
  lede?: string;
  /** Path of the same as JSON. */
  json?: string;
  blocks: Block[];
}

/** What a twin may need beside what it reads. */
export interface About {
  /** This service's public address, without a slash at its end. */
  origin: string;
  /** The federation's name. */
  name: string;
}

/** What an address says: what is put into its path, and its query. */
type Given = Record<"params" | "query", Record<string, string>>;

/** A declared twin, with who writes it. */
export interface Twin<E extends Endpoint = Endpoint> {
  endpoint: E;
  write: (ctx: Context, given: Given, about: About) => Promise<TwinPage | string>;
}

/**
 * Joins a declared twin and its writer, which reads what the page shows by the page's own verbs, and says it in markdown
 * or gives a text that is markdown already.
 */
export function twin<const E extends Endpoint>(
  endpoint: E,
  write: (ctx: Context, input: InputOf<E>, about: About) => Promise<TwinPage | string>,
): Twin<E> {
  const read = ({ params, query }: Given) =>
    ({
      params: checkedInput(endpoint, endpoint.params, params),
      query: checkedInput(endpoint, endpoint.query, query),
      body: undefined,
    }) as InputOf<E>;
  return { endpoint, write: (ctx, given, about) => write(ctx, read(given), about) };
}

/** An agent by its DID, with the way to its twin. */
export function agentLink({ origin }: About, did: string, name: string = did): Inline {
  return link(`${origin}/agents/${pageSegment(did)}.md`, name);
}

/** Where a list stands, and the way to what follows. */
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
