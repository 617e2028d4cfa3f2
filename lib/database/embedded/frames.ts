/** A complete frontend message of the PostgreSQL wire protocol (version 3). */
export interface Frame {
  /** `startup`, `ssl`, `cancel`, or the message's type letter. */
  type: string;
  bytes: Uint8Array;
}

const PROTOCOL_3 = 196_608;
const SSL_REQUEST = 80_877_103;
const GSS_REQUEST = 80_877_104;
const CANCEL_REQUEST = 80_877_102;
const MAX_FRAME_BYTES = 64 * 1024 * 1024;

/** Splits a byte stream into frontend messages. Only the start-up messages have no type letter. */
export class FrameReader {
  private pending: Buffer = Buffer.alloc(0);
  private started = false;

  /**
   * Takes the next bytes and returns the messages they complete.
   * @throws Error if the bytes are not a frontend message
   */
  push(chunk: Buffer): Frame[] {
    this.pending = this.pending.length === 0 ? chunk : Buffer.concat([this.pending, chunk]);
    const frames: Frame[] = [];
    for (let frame = this.next(); frame; frame = this.next()) frames.push(frame);
    return frames;
  }

  private next(): Frame | undefined {
    const lengthAt = this.started ? 1 : 0;
    if (this.pending.length < lengthAt + (this.started ? 4 : 8)) return undefined;
    const length = this.pending.readInt32BE(lengthAt);
    if (length < 4 || length > MAX_FRAME_BYTES) throw new Error("not a message of the PostgreSQL protocol");
    const end = lengthAt + length;
    if (this.pending.length < end) return undefined;
    const bytes = this.pending.subarray(0, end);
    this.pending = this.pending.subarray(end);
    return { type: this.started ? String.fromCharCode(bytes[0] ?? 0) : this.startupType(bytes), bytes };
  }

  private startupType(bytes: Buffer): string {
    switch (bytes.readInt32BE(4)) {
      case PROTOCOL_3:
        this.started = true;
        return "startup";
      case SSL_REQUEST:
      case GSS_REQUEST:
        return "ssl";
      case CANCEL_REQUEST:
        return "cancel";
      default:
        throw new Error("unknown version of the PostgreSQL protocol");
    }
  }
}
