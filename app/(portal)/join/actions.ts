"use server";

import { pageForm } from "@/lib/api/form";
import { SubmitApplication } from "@/lib/features/access/applications/schema";
import { submitApplication } from "@/lib/features/access/applications/service/submit";
import { openForm } from "@/lib/http/form-state";
import { formAction, redirectTo } from "@/lib/next/form-action";

const submit = formAction({
  caller: "anyone",
  schema: SubmitApplication,
  verb: submitApplication,
  limit: "applications",
});

export const apply = pageForm("apply", async (_previous, form) => {
  const state = await submit(openForm(), form);
  if (state.outcome === "open") return state;
  const { secret, repeated } = state.value;
  return redirectTo(`/join/status/${secret}${repeated ? "?repeated" : ""}`);
});
