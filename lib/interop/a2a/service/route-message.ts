import { randomUUID } from "node:crypto";
import { inArray } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { agents } from "@/lib/database/schema/agents";
import { MAX_INTENT_CHARACTERS } from "@/lib/features/relay/schema";
import { routePrivately } from "@/lib/features/relay/service/route";
import { MESSAGE } from "@/lib/features/relay/tasks/rules";
import { invalid } from "@/lib/foundation/errors";
import { trimmed } from "@/lib/foundation/text/blank";
import { cut } from "@/lib/foundation/text/cut";
import type { CallerMessage, Message } from "../schema";
import { hasDoor } from "./find-door";
import { newTraceId } from "./store-message";

const NO_MATCH = "No match: no member with an A2A door offers this.";

/** Returns the text for routing: the beginning of the text parts. @throws ServiceError `invalid` without text */
function intentOf({ parts }: CallerMessage): string {
  const text = parts.flatMap((part) => part.text ?? []).join("\n");
  const intent = trimmed(cut(text, MAX_INTENT_CHARACTERS));
  if (intent !== "") return intent;
  const field = "message.parts";
  throw invalid(`\`${field}\` must contain text, because the message is routed by it.`, { field });
}

/**
 * Chooses a member by the text of a message. Only members with a door count.
 * @returns the member and the trace for its task, or a reply if there is no match
 * @throws ServiceError `invalid`, `frozen`
 */
export async function routeMessage(
  ctx: Context,
  srcDid: string,
  message: CallerMessage,
): Promise<{ member: string; traceId: string } | { reply: Message }> {
  const traceId = newTraceId();
  const withDoors = async (dids: readonly string[]) => {
    const { did, status, trustTier } = agents;
    const rows = await ctx.db
      .select({ did, status, trustTier })
      .from(agents)
      .where(inArray(did, [...dids]));
    return new Set(rows.filter(hasDoor).map((row) => row.did));
  };
  const member = await routePrivately(
    ctx,
    { srcDid, intent: intentOf(message), traceId, recordedAs: MESSAGE },
    withDoors,
  );
  if (member !== null) return { member, traceId };
  const contextId = message.contextId || randomUUID();
  return { reply: { messageId: randomUUID(), contextId, role: "ROLE_AGENT", parts: [{ text: NO_MATCH }] } };
}
