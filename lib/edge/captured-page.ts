import type { IncomingMessage, OutgoingHttpHeader, OutgoingHttpHeaders } from "node:http";
import { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Writable } from "node:stream";

/** Next's response to a request. */
export interface CapturedPage {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
}

/** Collects a response in memory. It behaves like a response whose client reads at once. */
class ResponseInMemory extends ServerResponse {
  private readonly parts: Buffer[] = [];

  constructor(request: IncomingMessage) {
    super(request);
    // A response without a socket would wait for one and never finish.
    const sink = new Writable({ write: (_chunk, _encoding, done) => done() });
    this.assignSocket(sink as unknown as Socket);
  }

  override writeHead(status: number, ...rest: unknown[]): this {
    const given = rest.find((each) => typeof each === "object" && each !== null);
    for (const [name, value] of Object.entries((given ?? {}) as OutgoingHttpHeaders)) {
      this.setHeader(name, value as OutgoingHttpHeader);
    }
    return super.writeHead(status);
  }

  override write(chunk: unknown, ...rest: unknown[]): boolean {
    if (!this.headersSent) this.writeHead(this.statusCode);
    this.collect(chunk, rest[0]);
    rest.find((each) => typeof each === "function")?.();
    return true;
  }

  override end(...given: unknown[]): this {
    if (typeof given[0] !== "function") this.collect(given[0], given[1]);
    const done = given.find((each) => typeof each === "function") as (() => void) | undefined;
    return super.end(done);
  }

  private collect(chunk: unknown, encoding: unknown): void {
    const named = typeof encoding === "string" && Buffer.isEncoding(encoding) ? encoding : "utf8";
    if (typeof chunk === "string") this.parts.push(Buffer.from(chunk, named));
    else if (chunk instanceof Uint8Array) this.parts.push(Buffer.from(chunk));
  }

  get written(): CapturedPage {
    return { status: this.statusCode, headers: this.getHeaders(), body: Buffer.concat(this.parts) };
  }
}

/**
 * Lets a handler respond into memory.
 * @param client the response that the client waits for; the handler is stopped if that client leaves
 * @returns null if the client left before the response was complete
 */
export async function capturePage(
  request: IncomingMessage,
  client: ServerResponse,
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<CapturedPage | null> {
  const page = new ResponseInMemory(request);
  const leave = () => page.destroy();
  client.once("close", leave);
  try {
    const ended = new Promise<boolean>((resolve) => {
      page.once("finish", () => resolve(true)).once("close", () => resolve(page.writableFinished));
    });
    await handle(request, page);
    return (await ended) ? page.written : null;
  } finally {
    client.off("close", leave);
    // A response closes with its connection, and its writer may wait for that.
    page.destroy();
  }
}
