import type { Context } from "@/lib/context";
import { conflict, ServiceError } from "@/lib/errors";
import type { EditedRecord } from "../owner-schema";
import type { AgentProfile } from "../schema";
import { updateAgent } from "./update";

/**
 * Changes a record as a form sends it, for the revision that the form showed.
 * @throws ServiceError `conflict` where the record has another by now; what `updateAgent` throws
 */
export async function editAgent(ctx: Context, { did, revision, ...patch }: EditedRecord): Promise<AgentProfile> {
  try {
    return await updateAgent(ctx, { did, patch, ifMatch: `"r${revision}"` });
  } catch (error) {
    if (!(error instanceof ServiceError && error.kind === "preconditionFailed")) throw error;
    throw conflict(
      "The record was changed since you opened this form, so nothing was saved. What you typed is still here. Open the record again to see the change.",
    );
  }
}
