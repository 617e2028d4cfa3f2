import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";

const hash = (secret: string) => createHash("sha256").update(secret).digest("base64");

/**
 * Keeps hashes of recently valid secrets, each with its bucket. A known secret gives no authority, because it may have
 * ended since.
 */
export class KnownSecrets {
  private readonly known: LRUCache<string, { bucket: string; seenAt: number }>;
  private readonly keepMilliseconds: number;

  constructor(keepMilliseconds: number, maxSecrets = 10_000) {
    this.keepMilliseconds = keepMilliseconds;
    this.known = new LRUCache({ max: maxSecrets });
  }

  /** Remembers a secret that is valid now. */
  add(secret: string, bucket: string): void {
    this.known.set(hash(secret), { bucket, seenAt: Date.now() });
  }

  /** @returns its bucket, and how long ago it was last seen valid; nothing if that is too long ago */
  find(secret: string): { bucket: string; ageMilliseconds: number } | undefined {
    const { bucket = "", seenAt = 0 } = this.known.get(hash(secret)) ?? {};
    const ageMilliseconds = Date.now() - seenAt;
    return ageMilliseconds < this.keepMilliseconds ? { bucket, ageMilliseconds } : undefined;
  }

  /** Forgets a secret that has ended. */
  remove(secret: string): void {
    this.known.delete(hash(secret));
  }
}
