"use server";

import type { FormState } from "@/lib/http/form-state";
import { consoleIncidentHref } from "@/lib/incidents/view/address";
import { act, leadTo } from "@/lib/next/act";
import { DismissReport, DuplicateReport, OpenReport } from "@/lib/reports/schema";
import { dismissReport, markDuplicate, openReport } from "@/lib/reports/service/decide";

// Made anew, the page of a report that is settled has no form that could lead on.
const opening = act({ caller: "operator", schema: OpenReport, verb: openReport, leads: true });

/** Opens an incident from a report, and leads to its page. */
export async function open(_previous: FormState<{ to: string }>, form: FormData): Promise<FormState<{ to: string }>> {
  const state = await opening({ outcome: "open", values: {} }, form);
  return state.outcome === "open" ? state : leadTo(consoleIncidentHref(state.value.incident ?? 0));
}

export const dismiss = act({ caller: "operator", schema: DismissReport, verb: dismissReport });
export const duplicate = act({ caller: "operator", schema: DuplicateReport, verb: markDuplicate });
