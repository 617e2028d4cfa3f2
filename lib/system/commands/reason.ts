import { z } from "zod";
import { remedyFor } from "@/lib/database/errors";
import { ServiceError } from "@/lib/foundation/errors";

/** Returns whether the fault is in the record. Any other error concerns the database, and so every record. */
export const isRejection = (error: unknown): boolean =>
  error instanceof z.ZodError || error instanceof ServiceError || remedyFor(error) === "record";

/** Returns the error in one line. */
export function reasonOf(error: unknown): string {
  if (error instanceof z.ZodError) {
    return error.issues.map((issue) => `${issue.path.join(".") || "record"}: ${issue.message}`).join("; ");
  }
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? reasonOf(error.cause) : "";
  return cause || error.message.split("\n", 1)[0] || error.name;
}
