import { ApiError, type CallInput, type CallOptions } from "@/lib/http/client";
import type { Endpoint, SuccessOf } from "@/lib/http/endpoint";
import { callAgain, type RetryOptions } from "./retry";

const has = (schema: unknown, name: string): boolean =>
  Object.hasOwn((schema as { shape?: object } | undefined)?.shape ?? {}, name);

type PageParameter = "cursor" | "offset" | "from" | "after";

/** Returns the parameter for the start of a page; undefined if an operation has no pages. */
export function pageParameter({ kind, method, query, responses }: Endpoint): PageParameter | undefined {
  if (method !== "GET" || kind === "stream" || kind === "page" || kind === "protocol") return undefined;
  const continuation =
    has(responses[200], "next") || has(responses[200], "has_more") ? (["from", "after"] as const) : [];
  return (["cursor", "offset", ...continuation] as const).find((name) => has(query, name));
}

interface Page {
  next_cursor?: string | undefined;
  metadata?: { nextCursor?: string | undefined };
  next?: number | null;
  cursor?: string;
  has_more?: boolean;
  total?: number;
  limit?: number;
  offset?: number;
  db_error?: true;
}

/** Returns the start of the next page; undefined after the last one. */
function nextOf(parameter: PageParameter, page: Page): string | number | undefined {
  if (parameter === "cursor") return page.next_cursor ?? page.metadata?.nextCursor;
  if (page.has_more !== undefined) return page.has_more ? page.cursor : undefined;
  if (parameter !== "offset") return page.next ?? undefined;
  const { total = 0, limit = 0, offset = 0 } = page;
  return offset + limit < total ? offset + limit : undefined;
}

/**
 * Reads a list page by page, until its end or until the reader leaves the loop.
 * @throws ApiError for an error response, and for a list without rows because the database failed
 */
export async function* readPages<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions & RetryOptions,
): AsyncGenerator<SuccessOf<E>, void> {
  const parameter = pageParameter(endpoint);
  if (parameter === undefined) throw new TypeError(`${endpoint.operationId} has no pages.`);
  const { query = {}, ...rest } = input as { query?: Record<string, unknown> };
  // Some lists have pages only if a cursor is given.
  const begins = has(endpoint.responses[200], "next_cursor") ? "start" : undefined;
  let at = (query[parameter] ?? (parameter === "cursor" ? begins : undefined)) as string | number | undefined;
  for (;;) {
    const asked = { ...rest, query: { ...query, [parameter]: at } } as unknown as CallInput<E>;
    const page = await callAgain(endpoint, asked, options);
    if ((page as Page).db_error) throw new ApiError(503, { error: "DB error", code: "DB_ERROR" }, new Headers());
    yield page;
    const next = nextOf(parameter, page as Page);
    // For an offset above its limit, the service uses the limit.
    if (next === undefined || next === at) return;
    at = next;
  }
}
