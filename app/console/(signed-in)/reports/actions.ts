"use server";

import { DismissReport, DuplicateReport, OpenReport } from "@/lib/features/incidents/reports/schema";
import { dismissReport, markDuplicate, openReport } from "@/lib/features/incidents/reports/service/decide";
import { consoleIncidentHref } from "@/lib/features/incidents/view/address";
import type { FormState } from "@/lib/http/form-state";
import { formAction, redirectTo } from "@/lib/next/form-action";

// This action redirects itself, because the refreshed page of a settled report no longer has the form.
const opening = formAction({ caller: "operator", schema: OpenReport, verb: openReport, redirects: true });

export async function open(_previous: FormState<{ to: string }>, form: FormData): Promise<FormState<{ to: string }>> {
  const state = await opening({ outcome: "open", values: {} }, form);
  return state.outcome === "open" ? state : redirectTo(consoleIncidentHref(state.value.incident ?? 0));
}

export const dismiss = formAction({ caller: "operator", schema: DismissReport, verb: dismissReport });
export const duplicate = formAction({ caller: "operator", schema: DuplicateReport, verb: markDuplicate });
