/** A place in the feed: after the change with this number, in the numbering of this epoch. */
export interface Place {
  epoch: string;
  seq: number;
}

const CURSOR = /^([0-9a-z]{1,32})\.(0|[1-9]\d{0,14})$/;

/** Returns a place as a cursor, `<epoch>.<seq>`. */
export function cursorOf(epoch: string, seq: number): string {
  return `${epoch}.${seq}`;
}

export function parseCursor(text: string): Place | null {
  const [, epoch, seq] = CURSOR.exec(text) ?? [];
  return epoch === undefined ? null : { epoch, seq: Number(seq) };
}
