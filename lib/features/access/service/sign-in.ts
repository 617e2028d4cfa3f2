import { type Context, requestScope } from "@/lib/authority/context";
import { TooManyWrongSecrets } from "@/lib/edge/token-budget";
import type { SignIn } from "@/lib/features/access/schema";
import { openSession } from "@/lib/features/access/service/sessions";
import { ServiceError } from "@/lib/foundation/errors";
import type { SessionArea } from "@/lib/identity/session-area";

/** Opens a session within the limit that the edge counts for each address. */
async function openWithinBudget(ctx: Context, area: SessionArea, input: SignIn): Promise<{ secret: string }> {
  const open = () => openSession(ctx, area, input);
  try {
    return await (requestScope().signIn?.(input.token, open) ?? open());
  } catch (error) {
    if (!(error instanceof TooManyWrongSecrets)) throw error;
    throw new ServiceError("rateLimited", "Too many attempts from this address. Try again in a minute.");
  }
}

/**
 * Opens an operator's session in the console.
 * @throws ServiceError `unauthenticated`; `rateLimited` if too many wrong tokens came from this address and more are
 * waiting
 */
export const openConsoleSession = (ctx: Context, input: SignIn) => openWithinBudget(ctx, "console", input);

/** Opens a session of an agent or an organisation in the same way. */
export const openOwnerSession = (ctx: Context, input: SignIn) => openWithinBudget(ctx, "owner", input);
