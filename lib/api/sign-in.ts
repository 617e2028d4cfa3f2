import type { SignIn } from "@/lib/access/schema";
import { openSession } from "@/lib/access/service/sessions";
import { type Context, requestScope } from "@/lib/context";
import { TooManyGuesses } from "@/lib/edge/token-budget";
import { ServiceError } from "@/lib/errors";

/**
 * Opens a console session within the budget that the edge keeps for each address.
 * @throws ServiceError `unauthenticated`; `rateLimited` if too many wrong tokens came from this address and more wait
 */
export async function openSessionOnce(ctx: Context, input: SignIn): Promise<{ secret: string }> {
  const open = () => openSession(ctx, input);
  try {
    return await (requestScope().signIn?.(input.token, open) ?? open());
  } catch (error) {
    if (!(error instanceof TooManyGuesses)) throw error;
    throw new ServiceError("rateLimited", "Too many attempts from this address at once. Try again in a minute.");
  }
}
