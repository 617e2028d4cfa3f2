import type { Context } from "@/lib/authority/context";
import type { GuestsForm } from "../owner-schema";
import type { AgentProfile } from "../schema";
import { updateAgent } from "./update";

/** Lets an agent's A2A door take messages without a token, or no longer. @throws ServiceError as `updateAgent` does */
export function setGuests(ctx: Context, { did, a2a_guests }: GuestsForm): Promise<AgentProfile> {
  return updateAgent(ctx, { did, patch: { a2a_guests }, ifMatch: undefined });
}
