"use server";

import { leadTo } from "@/lib/api/act";
import { dropSession } from "@/lib/api/console-session";
import type { FormState } from "@/lib/http/form-state";

/** Ends the session of whoever sent this; without one there is nothing to end. */
export async function signOut(): Promise<FormState<{ to: string }>> {
  await dropSession();
  return leadTo("/console/sign-in");
}
