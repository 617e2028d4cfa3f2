/**
 * The parts of a request that handlers read. A `Request` has them, and so does the edge's own request, which is
 * cheaper.
 */
export interface ApiRequest {
  readonly method: string;
  /** Includes scheme and host. */
  readonly url: string;
  readonly headers: Pick<Headers, "get"> & Iterable<[string, string]>;
  readonly body: AsyncIterable<Uint8Array> | null;
  /** Aborted when the client has left. */
  readonly signal: AbortSignal;
}
