import type { Context } from "@/lib/authority/context";
import { conflict, ServiceError } from "@/lib/foundation/errors";
import type { EditedRecord } from "../owner-schema";
import type { AgentProfile } from "../schema";
import { updateAgent } from "./update";

/**
 * Changes a record from a form, for the revision that the form showed.
 * @throws ServiceError `conflict` if the record has another revision by now; the errors of `updateAgent`
 */
export async function editAgent(ctx: Context, { did, revision, ...patch }: EditedRecord): Promise<AgentProfile> {
  try {
    return await updateAgent(ctx, { did, patch, ifMatch: `"r${revision}"` });
  } catch (error) {
    if (!(error instanceof ServiceError && error.kind === "preconditionFailed")) throw error;
    throw conflict(
      "The record was changed since you opened this form, so nothing was saved. Your input is still here. Open the record again to see the change.",
    );
  }
}
