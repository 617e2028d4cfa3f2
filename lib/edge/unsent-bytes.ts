import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** How much may wait for clients that read slowly or not at all. */
export interface UnsentLimits {
  connectionBytes: number;
  bucketBytes: number;
  totalBytes: number;
  /** A connection that takes nothing of what waits for it ends after so long. */
  stallMilliseconds: number;
}

/** How often in that time each connection is looked at. */
const LOOKS = 4;

interface Waiting {
  socket: Socket;
  responses: number;
  bytes: number;
  /** What the operating system had taken when the connection last moved, and when that was. */
  takenBytes: number;
  movedAt: number;
}

/**
 * How many bytes the operating system has taken. Node's public numbers do not move within one large write, and its socket
 * timeout starts anew with each byte that the client sends.
 */
function takenBytesOf(socket: Socket): number {
  const { _handle: handle } = socket as unknown as {
    _handle?: { bytesWritten: number; writeQueueSize: number } | null;
  };
  return handle ? handle.bytesWritten - handle.writeQueueSize : socket.bytesWritten;
}

/**
 * Counts the bytes of responses that their clients have not taken, by connection, bucket and in all, and ends connections
 * that take nothing. A stream with nothing to say waits for nothing.
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
   * Whether so much waits already that no more should be made.
   * @param bucket who pays; null where only the connection is asked about
   */
  isFull({ socket }: IncomingMessage, bucket: string | null): boolean {
    const { connectionBytes, bucketBytes, totalBytes } = this.limits;
    if ((this.connections.get(socket)?.bytes ?? 0) >= connectionBytes) return true;
    return bucket !== null && ((this.buckets.get(bucket) ?? 0) >= bucketBytes || this.totalBytes >= totalBytes);
  }

  /**
   * Whether so much waits by now that a response that has been made must not be sent. One that tells of a change is sent always:
   * a token, for instance, is shown only once.
   */
  isTooLate(request: IncomingMessage, bucket: string | null): boolean {
    return (request.method === "GET" || request.method === "HEAD") && this.isFull(request, bucket);
  }

  /**
   * Counts a response's bytes until they are sent. What is compressed on its way counts as it was before.
   * @param bucket who pays; null for what only its connection bounds
   * @param response already with what changes its bytes last, such as compression
   * @param refuse ends the response instead, if too much waits by the time that it begins
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
    // Requests under way at the same time were let in before any of them had bytes.
    const begin = () => {
      if (state !== "new") return;
      state = response.headersSent || !this.isTooLate(request, bucket) ? "sending" : "refusing";
      if (state === "sending") return;
      refuse();
      state = "refused";
    };
    // Its first bytes follow, and send the head.
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
   * Counts a response that was given to the connection as a whole, until it is sent.
   * @param bucket who pays; null for what only its connection bounds
   */
  count(request: IncomingMessage, response: ServerResponse, bucket: string | null, bytes: number): void {
    if (response.writableLength > 0) this.holder(request, response, bucket)(bytes);
  }

  /** @returns what says how many bytes of a response wait, until it is finished */
  private holder(request: IncomingMessage, response: ServerResponse, bucket: string | null): (bytes: number) => void {
    // It has been told already that its client left.
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
