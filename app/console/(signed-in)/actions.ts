"use server";

import type { FormState } from "@/lib/http/form-state";
import { leadTo } from "@/lib/next/act";
import { dropSession } from "@/lib/next/console-session";

/** Ends the session of whoever sent this; without one there is nothing to end. */
export async function signOut(): Promise<FormState<{ to: string }>> {
  await dropSession();
  return leadTo("/console/sign-in");
}
