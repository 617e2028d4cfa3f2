import { z } from "zod";
import { remedyFor } from "@/lib/database/errors";
import { ServiceError } from "@/lib/foundation/errors";

/** Returns whether the fault is in the record. Any other error concerns the database, and so every record. */
export const isRejection = (error: unknown): boolean =>
  error instanceof z.ZodError || error instanceof ServiceError || remedyFor(error) === "record";
