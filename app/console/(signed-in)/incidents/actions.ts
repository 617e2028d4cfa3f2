"use server";

import {
  ConfirmForm,
  OpenIncidentForm,
  PostmortemForm,
  StrikeForm,
  TransitionForm,
  UpdateForm,
} from "@/lib/features/incidents/forms";
import { confirmIncident } from "@/lib/features/incidents/service/confirm";
import { openIncident } from "@/lib/features/incidents/service/open";
import { writePostmortem } from "@/lib/features/incidents/service/postmortem";
import { strikeAgent } from "@/lib/features/incidents/service/strike";
import { transitionIncident } from "@/lib/features/incidents/service/transition";
import { updateIncident } from "@/lib/features/incidents/service/update";
import { consoleIncidentHref } from "@/lib/features/incidents/view/address";
import type { FormState } from "@/lib/http/form-state";
import { formAction, redirectTo } from "@/lib/next/form-action";

const opening = formAction({ caller: "operator", schema: OpenIncidentForm, verb: openIncident });

export async function open(_previous: FormState<{ to: string }>, form: FormData): Promise<FormState<{ to: string }>> {
  const state = await opening({ outcome: "open", values: {} }, form);
  return state.outcome === "open" ? state : redirectTo(consoleIncidentHref(state.value.id));
}

export const move = formAction({ caller: "operator", schema: TransitionForm, verb: transitionIncident });
export const confirm = formAction({ caller: "operator", schema: ConfirmForm, verb: confirmIncident });
export const strike = formAction({ caller: "operator", schema: StrikeForm, verb: strikeAgent });
export const update = formAction({ caller: "operator", schema: UpdateForm, verb: updateIncident });
export const publish = formAction({ caller: "operator", schema: PostmortemForm, verb: writePostmortem });
