import { and, eq } from "drizzle-orm";
import { isActiveCredential } from "@/lib/authority/active-credential";
import type { Context } from "@/lib/authority/context";
import { credentials } from "@/lib/database/schema/access";
import { authorize } from "@/lib/identity/permissions";

/** Counts the valid tokens of an agent. While it is suspended, they cannot store anything. */
export async function countTokens({ db, caller, clock }: Context, did: string): Promise<number> {
  authorize(caller, "credential.read");
  return db.$count(credentials, and(eq(credentials.did, did), isActiveCredential(clock())));
}
