import { cursorOf } from "./cursor";
import type { Change, ChangeKind } from "./schema";

export interface StoredChange {
  seq: number;
  kind: ChangeKind;
  subject: string;
  dids: string[];
  zone: string | null;
  at: Date;
  data: Record<string, unknown>;
}

export function viewChange(epoch: string, { seq, kind, subject, dids, zone, at, data }: StoredChange): Change {
  const cursor = cursorOf(epoch, seq);
  return { cursor, kind, subject, dids, ...(zone === null ? {} : { zone }), at: at.toISOString(), data };
}
