import { createHash } from "node:crypto";
import type { RequestScope } from "@/lib/context";
import { actorName, type Caller } from "@/lib/permissions";
import { addressBucket } from "./address";
import { withDeadline } from "./deadline";
import type { Limiter } from "./limiter";

/** Names the caller behind an Authorization header; `undefined` where the token cannot be looked up at all. */
export type Identify = (authorization: string) => Promise<Caller> | undefined;

/** A token's bucket may be remembered this long; its authority never is. */
const REMEMBER_MILLISECONDS = 30_000;
const MAX_REMEMBERED = 10_000;
/** Nobody waits longer for his bucket: what needs no token is answered although the database hangs. */
const LOOK_UP_MILLISECONDS = 300;

const bucketOf = (caller: Caller) => `principal:${actorName(caller)}`;

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
    const lookUp = this.lookUp(authorization, key, byAddress);
    const caller = await withDeadline(lookUp, LOOK_UP_MILLISECONDS).catch(() => undefined);
    if (caller === undefined) return byAddress;
    scope.authenticated = caller;
    return caller.kind === "anonymous" ? byAddress : bucketOf(caller);
  }

  /** What comes of it counts for the next request, too late for this one or not. */
  private async lookUp(authorization: string, key: string, byAddress: string): Promise<Caller | undefined> {
    const caller = await this.identify(authorization);
    if (caller?.kind === "anonymous") await this.failures.take(byAddress);
    else if (caller) this.remember(key, bucketOf(caller));
    return caller;
  }

  private remember(key: string, bucket: string): void {
    if (this.remembered.size >= MAX_REMEMBERED) {
      const [oldest] = this.remembered.keys();
      if (oldest !== undefined) this.remembered.delete(oldest);
    }
    this.remembered.set(key, { bucket, until: Date.now() + REMEMBER_MILLISECONDS });
  }
}
