import { type Context, requestScope, runInScope } from "@/lib/authority/context";
import type { ApiRequest } from "@/lib/http/api-request";
import { type Endpoint, type InputOf, mediaTypeOf } from "@/lib/http/endpoint";
import { StreamResponse } from "@/lib/http/stream-response";
import { type Binding, errorResponseFor, type Handler, inVerbSpan, readRequest } from "./bind";
import { Download, READER_MILLISECONDS } from "./download";

/** A file that is made while it is sent. */
export interface MadeFile {
  /** The name under which a browser saves it: letters, digits, `-`, `_` and `.`. */
  name: string;
  chunks: AsyncIterable<Uint8Array>;
}

/**
 * Returns the file. What it throws first becomes an ordinary error response; an error of the chunks breaks the connection.
 * @param signal aborted when the download is over, for any reason
 */
type Verb<E extends Endpoint> = (ctx: Context, input: InputOf<E>, signal: AbortSignal) => Promise<MadeFile>;

/** Binds a declared endpoint to a verb that responds with a file of unknown length. */
export function bindDownload<E extends Endpoint>(endpoint: E, verb: Verb<E>): Binding {
  const handler: Handler = async (request: ApiRequest, route) => {
    const scope = requestScope();
    scope.event["route"] = endpoint.path;
    const ending = new AbortController();
    try {
      const { ctx, input } = await readRequest(endpoint, request, route);
      const { name, chunks } = await inVerbSpan(endpoint, () => verb(ctx, input, ending.signal));
      const headers = {
        "content-type": mediaTypeOf(endpoint),
        "content-disposition": `attachment; filename="${name}"`,
        "cache-control": "no-store, no-transform",
        "x-accel-buffering": "no",
      };
      if (request.method === "HEAD") {
        ending.abort();
        return new Response(null, { headers });
      }
      const patience = READER_MILLISECONDS[ctx.caller.kind === "anonymous" ? "anyone" : "member"];
      const download = new Download(chunks, ending, (run) => runInScope(scope, run), patience);
      return new StreamResponse(download, { headers });
    } catch (error) {
      ending.abort();
      return errorResponseFor(endpoint, error);
    }
  };
  return { method: endpoint.method, handler };
}
