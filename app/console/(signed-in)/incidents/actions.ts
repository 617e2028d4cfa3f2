"use server";

import type { FormState } from "@/lib/http/form-state";
import {
  ConfirmForm,
  OpenIncidentForm,
  PostmortemForm,
  StrikeForm,
  TransitionForm,
  UpdateForm,
} from "@/lib/incidents/forms";
import { confirmIncident } from "@/lib/incidents/service/confirm";
import { openIncident } from "@/lib/incidents/service/open";
import { writePostmortem } from "@/lib/incidents/service/postmortem";
import { strikeAgent } from "@/lib/incidents/service/strike";
import { transitionIncident } from "@/lib/incidents/service/transition";
import { updateIncident } from "@/lib/incidents/service/update";
import { consoleIncidentHref } from "@/lib/incidents/view/address";
import { act, leadTo } from "@/lib/next/act";

const opening = act({ caller: "operator", schema: OpenIncidentForm, verb: openIncident });

/** Opens an incident, and leads to its page. */
export async function open(_previous: FormState<{ to: string }>, form: FormData): Promise<FormState<{ to: string }>> {
  const state = await opening({ outcome: "open", values: {} }, form);
  return state.outcome === "open" ? state : leadTo(consoleIncidentHref(state.value.id));
}

export const move = act({ caller: "operator", schema: TransitionForm, verb: transitionIncident });
export const confirm = act({ caller: "operator", schema: ConfirmForm, verb: confirmIncident });
export const strike = act({ caller: "operator", schema: StrikeForm, verb: strikeAgent });
export const update = act({ caller: "operator", schema: UpdateForm, verb: updateIncident });
export const publish = act({ caller: "operator", schema: PostmortemForm, verb: writePostmortem });
