/** What handlers read of a request. A `Request` has it, and so does the edge's, which costs less to make. */
export interface ApiRequest {
  readonly method: string;
  /** With scheme and host. */
  readonly url: string;
  readonly headers: Pick<Headers, "get"> & Iterable<[string, string]>;
  readonly body: AsyncIterable<Uint8Array> | null;
  /** Aborted when the client has left. */
  readonly signal: AbortSignal;
}
