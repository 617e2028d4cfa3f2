import { authorizeActor } from "@/lib/authority/authorize-actor";
import type { Context } from "@/lib/authority/context";
import { invalid, ServiceError, unauthenticated } from "@/lib/foundation/errors";
import { Did } from "@/lib/identity/did";
import { actorName } from "@/lib/identity/permissions";
import type { SendMessageRequest } from "../schema";

const SOURCE = "metadata.src_did";

/** The sender of a message: a caller with a token, as a DID, or a guest. */
export type Sender =
  | { kind: "member"; owner: string; did: string }
  /** `error` is thrown if the agent accepts no guests. */
  | { kind: "guest"; error: ServiceError };

/** Returns the DID to send as: the one that the request names, else the agent's own. @throws ServiceError `invalid` */
function sourceOf({ caller }: Context, metadata: SendMessageRequest["metadata"]): string {
  const named = metadata?.["src_did"];
  if (named === undefined && caller.kind === "agent") return caller.did;
  const did = Did.safeParse(named);
  if (did.success) return did.data;
  throw invalid("`metadata.src_did` must be the DID of the agent to send as.", { field: SOURCE });
}

/**
 * Returns the sender of a message. Callers without a token, or below the door's minimum tier, are guests.
 * @param isRouted whether the message names no member; then the minimum tier is that of routing
 * @throws ServiceError `didMismatch`, `suspended`, `withdrawn` or `invalid`; for a routed message also `tierTooLow`
 */
export async function findSender(
  ctx: Context,
  { metadata }: Pick<SendMessageRequest, "metadata">,
  isRouted: boolean,
): Promise<Sender> {
  const { caller } = ctx;
  if (caller.kind === "anonymous") {
    return { kind: "guest", error: unauthenticated("This agent accepts messages only from callers with a token.") };
  }
  const did = sourceOf(ctx, metadata);
  try {
    await authorizeActor(ctx, isRouted ? "relay.route" : "relay.send", did);
    return { kind: "member", owner: actorName(caller), did };
  } catch (error) {
    const isGuest = error instanceof ServiceError && error.kind === "tierTooLow" && !isRouted;
    if (isGuest) return { kind: "guest", error };
    throw error;
  }
}

/**
 * Returns the sender of a further message of a task, which must be the agent that began the task.
 * @param callerDid the agent that began the task
 * @param isRouted whether its first message named no member
 * @throws ServiceError as `findSender`; `tierTooLow`
 */
export async function findTaskSender(
  ctx: Context,
  { metadata }: Pick<SendMessageRequest, "metadata">,
  callerDid: string,
  isRouted: boolean,
): Promise<Sender> {
  const named = metadata?.["src_did"];
  if (named !== undefined && named !== callerDid) {
    throw invalid("`metadata.src_did` must name the agent that began the task, or be absent.", { field: SOURCE });
  }
  const sender = await findSender(ctx, { metadata: { src_did: callerDid } }, isRouted);
  if (sender.kind === "guest") throw sender.error;
  return sender;
}
