import type { Context } from "@/lib/authority/context";
import type { ChecksForm } from "../liveness/schema";
import type { AgentProfile } from "../schema";
import { updateAgent } from "./update";

/** Switches the checks of an agent's card on or off. @throws ServiceError as `updateAgent` does */
export function setChecks(ctx: Context, { did, liveness_checks }: ChecksForm): Promise<AgentProfile> {
  return updateAgent(ctx, { did, patch: { liveness_checks }, ifMatch: undefined });
}
