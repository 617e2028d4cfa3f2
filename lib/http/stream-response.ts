/** One piece of a stream. */
export type Chunk = string | Uint8Array;

export interface StreamSink {
  /** Sends a chunk. @returns false if the client must read before more is sent */
  write: (chunk: Chunk) => boolean;
  end: () => void;
  /** Breaks the connection, so the client does not take what it has for the whole. */
  break: () => void;
}

export interface StreamWriter {
  begin: (sink: StreamSink) => void;
  /** Called when the client has read, after `write` returned false. */
  drained: () => void;
  /** Called when the client has disconnected. */
  left: () => void;
}

/** An event of Server-Sent Events before it is serialized. */
export interface StreamEvent {
  /** A client sends it back as `Last-Event-ID`. */
  id?: string | number;
  data: unknown;
}

export interface StreamSource {
  /** Returns the next chunk, or reads it. null: there is none yet. undefined: the stream has ended. */
  next: () => Chunk | null | undefined | Promise<Chunk | null | undefined>;
  /** Calls `wake` when there may be a new chunk. @returns a function that stops it */
  follow: (wake: () => void) => () => void;
  /** Returns the chunk to send while there are no events. Default: a comment. */
  heartbeat?: () => Chunk;
}

/**
 * A response whose length is not known, or that has no end. The edge passes its connection to the writer, which needs far less memory than web streams.
 * For any other reader, a web stream is created on demand.
 */
export class StreamResponse extends Response {
  readonly writer: StreamWriter;

  constructor(writer: StreamWriter, init: ResponseInit) {
    super(null, init);
    this.writer = writer;
  }

  override get body(): ReadableStream<Uint8Array<ArrayBuffer>> {
    return readableOf(this.writer);
  }

  override text() {
    return new Response(this.body).text();
  }
}

/** Returns the output of a writer as a web stream. */
export function readableOf(writer: StreamWriter): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      writer.begin({
        write: (chunk) => {
          controller.enqueue(typeof chunk === "string" ? encoder.encode(chunk) : Uint8Array.from(chunk));
          return (controller.desiredSize ?? 0) > 0;
        },
        end: () => {
          // The reader may have cancelled first.
          try {
            controller.close();
          } catch {}
        },
        break: () => controller.error(new Error("the stream was broken off")),
      });
    },
    pull: () => writer.drained(),
    cancel: () => writer.left(),
  });
}
