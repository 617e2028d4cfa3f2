import { LRUCache } from "lru-cache";
import type { ChangeWatcher } from "@/lib/db/bus";
import type { CacheTag } from "@/lib/http/cache-tags";
import { metrics } from "@/lib/metrics";
import type { Encoding } from "./encoded";

const MEGABYTE = 1_048_576;
const MAX_ENTRY_BYTES = MEGABYTE;
/** Changing responses live no longer, whatever happens. */
const LIFE_MILLISECONDS = 60_000;
/** Roughly what an entry takes beside its bodies. */
const OVERHEAD_BYTES = 1_024;

/** A successful response as it is kept. */
export interface Kept {
  headers: Readonly<Record<string, string>>;
  /** Without quotation marks. */
  etag: string;
  bodies: { identity: Uint8Array } & { [encoding in Encoding]?: Uint8Array };
}

/**
 * How long a response is right: as long as the process runs, as long as the database is the same, or until one of these
 * tables changes.
 */
export type Lifetime = "build" | "final" | readonly CacheTag[];

/** A moment before a response was computed, by which it is told whether anything that it depends on changed since. */
export type Stamp = number;

interface Entry {
  kept: Kept;
  lifetime: Lifetime;
  stamp: Stamp;
}

/** Keeps responses in memory, least recently used out, and knows which tables have changed since. */
export class CacheStore {
  private readonly entries: LRUCache<string, Entry>;
  private readonly changes: Changes;
  private measuredBytes = 0;

  constructor(maxBytes: number, changes: Changes) {
    this.changes = changes;
    this.entries = new LRUCache({ maxSize: maxBytes, maxEntrySize: MAX_ENTRY_BYTES });
  }

  get(key: string): Kept | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined) return undefined;
    if (entry.stamp === this.changes.stamp(entry.lifetime)) return entry.kept;
    this.entries.delete(key);
    this.measure();
    return undefined;
  }

  set(key: string, kept: Kept, lifetime: Lifetime): void {
    const ttl = typeof lifetime === "string" ? 0 : LIFE_MILLISECONDS;
    const stamp = this.changes.stamp(lifetime);
    this.entries.set(key, { kept, lifetime, stamp }, { ttl, size: sizeOf(key, kept) });
    this.measure();
  }

  /** Keeps a compressed body beside the others of an entry, where it still is and the body fits. */
  add(key: string, kept: Kept, encoding: Encoding, body: Uint8Array): void {
    const entry = this.entries.peek(key);
    if (entry?.kept !== kept || sizeOf(key, kept) + body.byteLength > MAX_ENTRY_BYTES) return;
    kept.bodies[encoding] = body;
    this.entries.set(key, entry, { size: sizeOf(key, kept), noUpdateTTL: true });
    this.measure();
  }

  private measure(): void {
    const { calculatedSize } = this.entries;
    metrics().cacheBytes.inc(calculatedSize - this.measuredBytes);
    this.measuredBytes = calculatedSize;
  }
}

function sizeOf(key: string, { bodies }: Kept): number {
  return Object.values(bodies).reduce((sum, body) => sum + body.byteLength, key.length * 2 + OVERHEAD_BYTES);
}

/** Counts the changes of each table. Counts only grow, so the sum of some is the same only if none of them changed. */
export class Changes implements ChangeWatcher {
  private readonly counts = new Map<string, number>();
  private losses = 0;

  onChange(table: string): void {
    this.counts.set(table, (this.counts.get(table) ?? 0) + 1);
  }

  /** Anything may have changed. */
  onLost(): void {
    this.losses += 1;
  }

  stamp(lifetime: Lifetime): Stamp {
    if (lifetime === "build") return 0;
    const tables = lifetime === "final" ? [] : lifetime;
    return tables.reduce((sum, table) => sum + (this.counts.get(table) ?? 0), this.losses);
  }
}
