import { createHash } from "node:crypto";

/**
 * Keeps hashes of recently valid secrets, each with its bucket. A known secret gives no authority, because it may have
 * ended since.
 */
export class KnownSecrets {
  private readonly known = new Map<string, { bucket: string; seenAt: number }>();
  private readonly keepMilliseconds: number;
  private readonly maxSecrets: number;

  constructor(keepMilliseconds: number, maxSecrets = 10_000) {
    this.keepMilliseconds = keepMilliseconds;
    this.maxSecrets = maxSecrets;
  }

  /** Remembers a secret that is valid now. The one unused for longest is dropped. */
  add(secret: string, bucket: string): void {
    const key = hash(secret);
    this.known.delete(key);
    const [oldest] = this.known.keys();
    if (this.known.size >= this.maxSecrets && oldest !== undefined) this.known.delete(oldest);
    this.known.set(key, { bucket, seenAt: Date.now() });
  }

  /** @returns its bucket, and how long ago it was last seen valid; nothing if that is too long ago */
  find(secret: string): { bucket: string; ageMilliseconds: number } | undefined {
    const found = this.known.get(hash(secret));
    if (found === undefined) return undefined;
    const ageMilliseconds = Date.now() - found.seenAt;
    return ageMilliseconds < this.keepMilliseconds ? { bucket: found.bucket, ageMilliseconds } : undefined;
  }

  /** Forgets a secret that has ended. */
  remove(secret: string): void {
    this.known.delete(hash(secret));
  }
}

const hash = (secret: string) => createHash("sha256").update(secret).digest("base64");
