import { ServiceError } from "@/lib/errors";
import type { KnownSecrets } from "./known-secrets";
import type { TokenBudget } from "./token-budget";

/**
 * Looks up a token for a sign-in, within the budget of an address. A token that was recently valid, here or as a bearer
 * token, never waits.
 */
export class SignIns {
  private readonly budget: TokenBudget;
  private readonly known: KnownSecrets;

  constructor(budget: TokenBudget, known: KnownSecrets) {
    this.budget = budget;
    this.known = known;
  }

  /** @throws TooManyWrongSecrets; what `lookUp` throws. If that is `unauthenticated`, the token was wrong. */
  async lookUp<T>(address: string, token: string, lookUp: () => Promise<T>): Promise<T> {
    const authorization = `Bearer ${token}`;
    const attempt = () =>
      lookUp().then(
        (value) => ({ value }),
        (error: unknown) => {
          if (error instanceof ServiceError && error.kind === "unauthenticated") return { error };
          throw error;
        },
      );
    const isKnown = this.known.find(authorization) !== undefined;
    const found = await (isKnown ? attempt() : this.budget.lookUp(address, attempt, (end) => "error" in end));
    if ("error" in found) {
      if (isKnown) this.known.remove(authorization);
      throw found.error;
    }
    return found.value;
  }
}
