import { LRUCache } from "lru-cache";
import type { ChangeWatcher } from "@/lib/database/bus";
import { metrics } from "@/lib/foundation/metrics";
import type { CacheTag } from "@/lib/http/cache-tags";
import type { ContentEncoding } from "./content-encoding";

const MEGABYTE = 1_048_576;
const MAX_ENTRY_BYTES = MEGABYTE;
/** Maximum age of responses that can change. */
const LIFE_MILLISECONDS = 60_000;
/** Approximate size of an entry without its bodies. */
const OVERHEAD_BYTES = 1_024;

/** A successful response in the cache. */
export interface CachedResponse {
  headers: Readonly<Record<string, string>>;
  /** Without quotation marks. */
  etag: string;
  /** Whether it must be changed for each host before it is sent. */
  namesSharedHost: boolean;
  bodies: { identity: Uint8Array } & { [encoding in ContentEncoding]?: Uint8Array };
}

/**
 * How long a response is valid: while the process runs, while the database is the same, or until one of these tables
 * changes.
 */
export type Lifetime = "build" | "final" | readonly CacheTag[];

/** A state from before the computation of a response. It shows whether a table of the response has changed since. */
export type ChangeStamp = number;

interface Entry {
  kept: CachedResponse;
  lifetime: Lifetime;
  stamp: ChangeStamp;
}

/** Keeps responses in memory, evicts the least recently used, and tracks changes of tables. */
export class CacheStore {
  private readonly entries: LRUCache<string, Entry>;
  private readonly changes: TableChanges;
  private measuredBytes = 0;

  constructor(maxBytes: number, changes: TableChanges) {
    this.changes = changes;
    this.entries = new LRUCache({ maxSize: maxBytes, maxEntrySize: MAX_ENTRY_BYTES });
  }

  get(key: string): CachedResponse | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined) return undefined;
    if (entry.stamp === this.changes.stamp(entry.lifetime)) return entry.kept;
    this.entries.delete(key);
    this.measure();
    return undefined;
  }

  set(key: string, kept: CachedResponse, lifetime: Lifetime): void {
    const ttl = typeof lifetime === "string" ? 0 : LIFE_MILLISECONDS;
    const stamp = this.changes.stamp(lifetime);
    this.entries.set(key, { kept, lifetime, stamp }, { ttl, size: sizeOf(key, kept) });
    this.measure();
  }

  /** Stores a compressed body in its entry, if the entry still exists and the body fits. */
  add(key: string, kept: CachedResponse, encoding: ContentEncoding, body: Uint8Array): void {
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

function sizeOf(key: string, { bodies }: CachedResponse): number {
  return Object.values(bodies).reduce((sum, body) => sum + body.byteLength, key.length * 2 + OVERHEAD_BYTES);
}

/**
 * Counts the changes of each table. Counts only grow, so the sum of several is unchanged only if none of them changed.
 */
export class TableChanges implements ChangeWatcher {
  private readonly counts = new Map<string, number>();
  private losses = 0;

  onChange(table: string): void {
    this.counts.set(table, (this.counts.get(table) ?? 0) + 1);
  }

  /** Treats all tables as changed. */
  onLost(): void {
    this.losses += 1;
  }

  stamp(lifetime: Lifetime): ChangeStamp {
    if (lifetime === "build") return 0;
    const tables = lifetime === "final" ? [] : lifetime;
    return tables.reduce((sum, table) => sum + (this.counts.get(table) ?? 0), this.losses);
  }
}
