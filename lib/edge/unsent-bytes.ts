import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** How many bytes may wait for clients that read slowly or not at all. */
export interface UnsentLimits {
  connectionBytes: number;
  bucketBytes: number;
  totalBytes: number;
  /** A connection that reads none of its waiting bytes is closed after this time. */
  stallMilliseconds: number;
}

/** How often each connection is checked in that time. */
const LOOKS = 4;

interface Waiting {
  socket: Socket;
  responses: number;
  bytes: number;
  /** The bytes accepted by the operating system at the last progress of the connection, and the time of that. */
  takenBytes: number;
  movedAt: number;
}

/**
 * Returns how many bytes the operating system has accepted. Node's public counters do not change within one large write,
 * and its socket timeout restarts with each byte that the client sends.
 */
function takenBytesOf(socket: Socket): number {
  const { _handle: handle } = socket as unknown as {
    _handle?: { bytesWritten: number; writeQueueSize: number } | null;
  };
  return handle ? handle.bytesWritten - handle.writeQueueSize : socket.bytesWritten;
}

/**
 * Counts the unread bytes of responses, by connection, by bucket and in all, and closes connections that read nothing. A
 * stream without events has no unread bytes.
 */
export class UnsentBytes {
  private readonly connections = new Map<Socket, Waiting>();
  private readonly buckets = new Map<string, number>();
  private readonly limits: UnsentLimits;
  private totalBytes = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(limits: UnsentLimits) {
    this.limits = limits;
  }

  /**
   * Returns whether too many bytes wait to create another response.
   * @param bucket pays for the bytes; null to check only the connection
   */
  isFull({ socket }: IncomingMessage, bucket: string | null): boolean {
    const { connectionBytes, bucketBytes, totalBytes } = this.limits;
    if ((this.connections.get(socket)?.bytes ?? 0) >= connectionBytes) return true;
    return bucket !== null && ((this.buckets.get(bucket) ?? 0) >= bucketBytes || this.totalBytes >= totalBytes);
  }

  /**
   * Returns whether too many bytes wait to send a finished response. The response to a change is always sent, because a
   * token, for example, is shown only once.
   */
  isTooLate(request: IncomingMessage, bucket: string | null): boolean {
    return (request.method === "GET" || request.method === "HEAD") && this.isFull(request, bucket);
  }

  /**
   * Counts a response's bytes until they are sent. Bytes that are compressed later count with their original size.
   * @param bucket pays for the bytes; null if only the connection bounds them
   * @param response already wrapped by the last step that changes its bytes, such as compression
   * @param refuse ends the response instead, if too many bytes wait when it begins
   */
  watch(request: IncomingMessage, response: ServerResponse, bucket: string | null, refuse: () => void): void {
    let held = 0;
    const holdAll = this.holder(request, response, bucket);
    const hold = (bytes: number) => {
      held = bytes;
      holdAll(bytes);
    };
    const write = response.write.bind(response) as (chunk: unknown, ...rest: unknown[]) => boolean;
    const end = response.end.bind(response) as (...given: unknown[]) => ServerResponse;
    let state: "new" | "sending" | "refusing" | "refused" = "new";
    // Simultaneous requests were admitted before any of them had bytes.
    const begin = () => {
      if (state !== "new") return;
      state = response.headersSent || !this.isTooLate(request, bucket) ? "sending" : "refusing";
      if (state === "sending") return;
      refuse();
      state = "refused";
    };
    // The first bytes follow and send the head.
    response.flushHeaders = () => {};
    response.write = (chunk: unknown, ...rest: unknown[]) => {
      begin();
      if (state === "refused") return true;
      const hasRoom = write(chunk, ...rest);
      hold(hasRoom ? 0 : held + lengthOf(chunk, rest[0]));
      return hasRoom;
    };
    response.end = (...given: unknown[]) => {
      begin();
      if (state === "refused") return response;
      hold(held + lengthOf(given[0], given[1]));
      return end(...given);
    };
    response.on("drain", () => hold(0));
  }

  /**
   * Counts a response that was written to the connection completely, until it is sent.
   * @param bucket pays for the bytes; null if only the connection bounds them
   */
  count(request: IncomingMessage, response: ServerResponse, bucket: string | null, bytes: number): void {
    if (response.writableLength > 0) this.holder(request, response, bucket)(bytes);
  }

  /** @returns a function that sets the number of waiting bytes of a response, until it is finished */
  private holder(request: IncomingMessage, response: ServerResponse, bucket: string | null): (bytes: number) => void {
    // The response already knows that its client left.
    if (response.destroyed) return () => {};
    const waiting = this.enter(request.socket);
    let held = 0;
    const hold = (bytes: number) => {
      const more = bytes - held;
      held = bytes;
      waiting.bytes += more;
      this.totalBytes += more;
      if (bucket === null) return;
      const ofBucket = (this.buckets.get(bucket) ?? 0) + more;
      if (ofBucket > 0) this.buckets.set(bucket, ofBucket);
      else this.buckets.delete(bucket);
    };
    response.once("finish", () => hold(0));
    response.once("close", () => {
      hold(0);
      this.leave(waiting);
    });
    return hold;
  }

  private enter(socket: Socket): Waiting {
    const known = this.connections.get(socket);
    const waiting = known ?? { socket, responses: 0, bytes: 0, takenBytes: takenBytesOf(socket), movedAt: Date.now() };
    waiting.responses += 1;
    this.connections.set(socket, waiting);
    this.timer ??= setInterval(() => this.endStalled(), this.limits.stallMilliseconds / LOOKS).unref();
    return waiting;
  }

  private leave(waiting: Waiting): void {
    waiting.responses -= 1;
    if (waiting.responses > 0) return;
    this.connections.delete(waiting.socket);
    if (this.connections.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private endStalled(): void {
    const now = Date.now();
    for (const waiting of [...this.connections.values()]) {
      const takenBytes = takenBytesOf(waiting.socket);
      if (waiting.socket.writableLength === 0 || takenBytes !== waiting.takenBytes) {
        Object.assign(waiting, { takenBytes, movedAt: now });
      } else if (now - waiting.movedAt >= this.limits.stallMilliseconds) {
        waiting.socket.destroy();
      }
    }
  }
}

function lengthOf(chunk: unknown, encoding: unknown): number {
  if (typeof chunk === "string") return Buffer.byteLength(chunk, encoding as BufferEncoding | undefined);
  return chunk instanceof Uint8Array ? chunk.byteLength : 0;
}
