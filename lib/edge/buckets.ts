import type { RequestScope } from "@/lib/authority/context";
import { withDeadline } from "@/lib/foundation/deadline";
import { actorName, type Caller } from "@/lib/identity/permissions";
import { addressBucket } from "./address";
import type { KnownSecrets } from "./known-secrets";
import { type TokenBudget, TooManyWrongSecrets } from "./token-budget";

/** Returns the caller behind an Authorization header, or `undefined` if the token cannot be looked up. */
export type Identify = (authorization: string) => Promise<Caller> | undefined;

/** A valid token is looked up again after this time, so an expired one does not use its former principal's allowance. */
const LOOK_AGAIN_MILLISECONDS = 30_000;
/** Upper bound for the token lookup, so public reads still work when the database hangs. */
const LOOK_UP_MILLISECONDS = 300;

/** A look-up that may have to wait for its turn. */
interface LookUp {
  begun: Promise<void>;
  found: Promise<Caller | undefined>;
}

const bucketOf = (caller: Caller) => `principal:${actorName(caller)}`;

/**
 * Chooses the bucket that a request counts against: that of the verified principal, else of the address. An unverified
 * token selects no bucket. Look-ups of tokens that were not valid recently have a budget per address.
 */
export class Buckets {
  private readonly identify: Identify;
  private readonly budget: TokenBudget;
  private readonly known: KnownSecrets;
  /** Running look-ups by token. Simultaneous requests of one client share one. */
  private readonly lookUps = new Map<string, LookUp>();

  constructor(identify: Identify, budget: TokenBudget, known: KnownSecrets) {
    this.identify = identify;
    this.budget = budget;
    this.known = known;
  }

  /**
   * @returns the bucket, synchronously if no token has to be looked up
   * @throws TooManyWrongSecrets if this address has tried too many wrong tokens and too many more are waiting
   */
  choose(authorization: string | undefined, scope: RequestScope): string | Promise<string> {
    const byAddress = addressBucket(scope.address);
    if (authorization === undefined) return byAddress;
    const known = this.known.find(authorization);
    if (known && known.ageMilliseconds < LOOK_AGAIN_MILLISECONDS) return known.bucket;
    return this.lookUp(authorization, byAddress, known?.bucket, scope);
  }

  private async lookUp(
    authorization: string,
    byAddress: string,
    known: string | undefined,
    scope: RequestScope,
  ): Promise<string> {
    const shared = this.lookUps.get(authorization);
    const lookUp = shared ?? this.beginLookUp(authorization, byAddress);
    try {
      await Promise.race([lookUp.begun, lookUp.found]);
      const caller = await withDeadline(lookUp.found, LOOK_UP_MILLISECONDS);
      if (caller === undefined) return byAddress;
      // A look-up that began before this request may be older than a revocation.
      if (shared === undefined) scope.authenticated = { caller, at: performance.now() };
      return caller.kind === "anonymous" ? byAddress : bucketOf(caller);
    } catch (error) {
      if (error instanceof TooManyWrongSecrets) throw error;
      // Without the database the token cannot be identified. The endpoint handles that case.
      return known ?? byAddress;
    }
  }

  /** Looks up a token. The result is used for the next request, even if it is too late for this one. */
  private beginLookUp(authorization: string, byAddress: string): LookUp {
    let begin = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const identify = async () => {
      begin();
      return this.identify(authorization);
    };
    const isWrong = (caller: Caller | undefined) => caller?.kind === "anonymous";
    const settle = async () => {
      const caller = await this.budget.lookUp(byAddress, authorization, identify, isWrong);
      if (caller && !isWrong(caller)) this.known.add(authorization, bucketOf(caller));
      return caller;
    };
    const found = settle().finally(() => this.lookUps.delete(authorization));
    const lookUp = { begun, found };
    this.lookUps.set(authorization, lookUp);
    return lookUp;
  }
}
