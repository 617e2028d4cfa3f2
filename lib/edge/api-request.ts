import type { IncomingMessage, ServerResponse } from "node:http";
import { ownValue } from "@/lib/foundation/own-values";
import type { ApiRequest } from "@/lib/http/api-request";

/** A request for a handler, as Node received it. Parts are created only when a handler reads them. */
export class IncomingApiRequest implements ApiRequest {
  readonly method: string;
  readonly headers: ApiRequest["headers"];
  private readonly incoming: IncomingMessage;
  private readonly response: ServerResponse;
  private readonly origin: string;
  private gone: AbortController | undefined;

  /** @param origin scheme and host */
  constructor(incoming: IncomingMessage, response: ServerResponse, origin: string) {
    this.incoming = incoming;
    this.response = response;
    this.origin = origin;
    this.method = incoming.method ?? "GET";
    this.headers = new IncomingHeaders(incoming);
  }

  get url(): string {
    return this.origin + this.incoming.url;
  }

  get body(): AsyncIterable<Uint8Array> {
    // A handler that stops reading may still respond.
    return { [Symbol.asyncIterator]: () => this.incoming.iterator({ destroyOnReturn: false }) };
  }

  get signal(): AbortSignal {
    if (this.gone === undefined) {
      const gone = new AbortController();
      if (this.response.destroyed) gone.abort();
      this.response.once("close", () => gone.abort());
      this.gone = gone;
    }
    return this.gone.signal;
  }
}

class IncomingHeaders {
  private readonly incoming: IncomingMessage;

  constructor(incoming: IncomingMessage) {
    this.incoming = incoming;
  }

  get(name: string): string | null {
    const value = ownValue(this.incoming.headers, name);
    return Array.isArray(value) ? value.join(", ") : (value ?? null);
  }

  *[Symbol.iterator](): Iterator<[string, string]> {
    for (const name of Object.keys(this.incoming.headers)) yield [name, this.get(name) as string];
  }
}
