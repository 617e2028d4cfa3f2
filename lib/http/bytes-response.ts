type Plain = Record<string, string>;

const isPlain = (headers: HeadersInit | undefined): headers is Plain =>
  headers !== undefined && !Array.isArray(headers) && !(headers instanceof Headers) && !("set-cookie" in headers);

/**
 * A response that keeps its original body and headers, which the edge sends. Any other reader gets a stream and
 * `Headers`. These are created only then, because they cost more than most verbs.
 */
export class BytesResponse extends Response {
  readonly content: string | Uint8Array;
  private readonly given: HeadersInit | undefined;
  private made: Headers | undefined;

  /** @param init headers in an object have lower-case names */
  constructor(content: string | Uint8Array, { headers, ...init }: ResponseInit = {}) {
    super(null, init);
    this.content = content;
    this.given = headers;
  }

  override get headers(): Headers {
    this.made ??= new Headers(this.given);
    return this.made;
  }

  /** The original headers; undefined if they may have changed since. */
  get plainHeaders(): Readonly<Plain> | undefined {
    return this.made === undefined && isPlain(this.given) ? this.given : undefined;
  }

  private streamed(): Response {
    return new Response(this.content as BodyInit, this);
  }

  override get body() {
    return this.streamed().body;
  }

  override text() {
    return this.streamed().text();
  }

  override json() {
    return this.streamed().json();
  }

  override arrayBuffer() {
    return this.streamed().arrayBuffer();
  }

  override blob() {
    return this.streamed().blob();
  }

  override clone() {
    return new BytesResponse(this.content, this);
  }
}

/** Returns a response's headers in an object, without its cookies. */
export function headersOf(response: Response): Plain {
  const plain = response instanceof BytesResponse ? response.plainHeaders : undefined;
  if (plain !== undefined) return { ...plain };
  const { "set-cookie": _, ...headers } = Object.fromEntries(response.headers);
  return headers;
}

/** Returns the cookies that a response sets, one text each. */
export function cookiesOf(response: Response): string[] {
  return response instanceof BytesResponse && response.plainHeaders !== undefined
    ? []
    : response.headers.getSetCookie();
}
