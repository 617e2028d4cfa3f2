"use server";

import { act, leadTo } from "@/lib/api/act";
import type { FormState } from "@/lib/http/form-state";
import { OpenIncidentForm, StrikeForm, TransitionForm } from "@/lib/incidents/schema";
import { openIncident } from "@/lib/incidents/service/open";
import { strikeAgent } from "@/lib/incidents/service/strike";
import { transitionIncident } from "@/lib/incidents/service/transition";
import { consoleIncidentHref } from "@/lib/incidents/view/address";

const opening = act({ caller: "operator", schema: OpenIncidentForm, verb: openIncident });

/** Opens an incident, and leads to its page. */
export async function open(_previous: FormState<{ to: string }>, form: FormData): Promise<FormState<{ to: string }>> {
  const state = await opening({ outcome: "open", values: {} }, form);
  return state.outcome === "open" ? state : leadTo(consoleIncidentHref(state.value.id));
}

export const move = act({ caller: "operator", schema: TransitionForm, verb: transitionIncident });
export const strike = act({ caller: "operator", schema: StrikeForm, verb: strikeAgent });
