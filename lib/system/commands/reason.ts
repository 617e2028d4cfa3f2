import { z } from "zod";
import { sqlState } from "@/lib/database/errors";
import { IncompatibleDatabase } from "@/lib/database/migrate";
import { ServiceError } from "@/lib/foundation/errors";

/** SQLSTATE classes about the sent values: data exception, integrity constraint, program limit. */
const OF_THE_RECORD = ["22", "23", "54"];
/** Classes for which a retry is useless: authorization, no such database. */
const FINAL = ["28", "3D"];

/** Returns whether the fault is in the record. Any other error concerns the database, and so every record. */
export function isRejection(error: unknown): boolean {
  if (error instanceof z.ZodError || error instanceof ServiceError) return true;
  return OF_THE_RECORD.includes(sqlState(error)?.slice(0, 2) ?? "");
}

/** Returns whether a retry may succeed soon: the database is unreachable, starting, or busy. */
export function isPassing(error: unknown): boolean {
  if (error instanceof IncompatibleDatabase) return false;
  return !isRejection(error) && !FINAL.includes(sqlState(error)?.slice(0, 2) ?? "");
}
