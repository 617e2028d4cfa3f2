import { createHash } from "node:crypto";
import type { RequestScope } from "@/lib/context";
import { actorName, type Caller } from "@/lib/permissions";
import { addressBucket } from "./address";
import type { Limiter } from "./limiter";

/** Names the caller behind an Authorization header; `undefined` where the token cannot be looked up at all. */
export type Identify = (authorization: string) => Promise<Caller> | undefined;

/** A token's bucket may be remembered this long; its authority never is. */
const REMEMBER_MILLISECONDS = 30_000;
const MAX_REMEMBERED = 10_000;

/**
 * Chooses whose allowance a request counts against: the verified principal's, else its address's. An unverified token
 * selects no bucket, and looking up wrong ones has a budget per address.
 */
export class Buckets {
  private readonly remembered = new Map<string, { bucket: string; until: number }>();
  private readonly identify: Identify;
  private readonly failures: Limiter;

  constructor(identify: Identify, failures: Limiter) {
    this.identify = identify;
    this.failures = failures;
  }

  /** @returns the bucket, or null where this address has tried too many wrong tokens */
  async choose(authorization: string | undefined, scope: RequestScope): Promise<string | null> {
    const byAddress = addressBucket(scope.address);
    if (authorization === undefined) return byAddress;
    const key = createHash("sha256").update(authorization).digest("base64");
    const known = this.remembered.get(key);
    if (known && known.until > Date.now()) return known.bucket;
    const budget = await this.failures.peek(byAddress);
    if (!budget.allowed) return null;
    // A database that is down cannot say whose token it is; the endpoint will answer that.
    const caller = await this.identify(authorization)?.catch(() => undefined);
    if (caller === undefined) return byAddress;
    scope.authenticated = caller;
    if (caller.kind === "anonymous") {
      await this.failures.take(byAddress);
      return byAddress;
    }
    const bucket = `principal:${actorName(caller)}`;
    this.remember(key, bucket);
    return bucket;
  }

  private remember(key: string, bucket: string): void {
    if (this.remembered.size >= MAX_REMEMBERED) {
      const [oldest] = this.remembered.keys();
      if (oldest !== undefined) this.remembered.delete(oldest);
    }
    this.remembered.set(key, { bucket, until: Date.now() + REMEMBER_MILLISECONDS });
  }
}
