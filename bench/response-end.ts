const HEAD_END = "\r\n\r\n";
const LAST_CHUNK = "0\r\n\r\n";

/**
 * Finds the end of each response on one connection, and reads only its status. The load shares the cores with the
 * servers, so this must be cheap.
 */
export class ResponseEnd {
  private readonly status: string;
  private head = "";
  private isHeadRead = false;
  /** Remaining bytes of the body; undefined for a chunked body. */
  private left: number | undefined;
  private tail = "";

  constructor(status: number) {
    this.status = String(status);
  }

  /** Takes the bytes that have arrived. Returns whether the response is complete. */
  take(bytes: Buffer): boolean {
    if (this.isHeadRead)
      return this.isComplete(bytes.length, bytes.toString("latin1", Math.max(0, bytes.length - LAST_CHUNK.length)));
    this.head += bytes.toString("latin1");
    const end = this.head.indexOf(HEAD_END);
    if (end < 0) return false;
    const head = this.head.slice(0, end);
    if (head.slice(9, 12) !== this.status) throw new Error(this.head.slice(0, 1_000));
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    this.isHeadRead = true;
    this.left = length === undefined ? undefined : Number(length);
    return this.isComplete(this.head.length - end - HEAD_END.length, this.head.slice(-LAST_CHUNK.length));
  }

  /** Resets the state for the next response. */
  reset(): void {
    this.head = "";
    this.isHeadRead = false;
    this.tail = "";
  }

  private isComplete(newBytes: number, end: string): boolean {
    if (this.left !== undefined) {
      this.left -= newBytes;
      return this.left <= 0;
    }
    this.tail = (this.tail + end).slice(-LAST_CHUNK.length);
    return this.tail === LAST_CHUNK;
  }
}
