import { and, gt, isNull, or, type SQLWrapper } from "drizzle-orm";
import { credentials } from "@/lib/database/schema/access";

/** Neither revoked nor expired. */
export const isActiveCredential = (now: Date | SQLWrapper) =>
  and(isNull(credentials.revokedAt), or(isNull(credentials.expiresAt), gt(credentials.expiresAt, now)));
