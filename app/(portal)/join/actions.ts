"use server";

import { pageForm } from "@/lib/api/form";
import { SubmitApplication } from "@/lib/applications/schema";
import { submitApplication } from "@/lib/applications/service/submit";
import { openForm } from "@/lib/http/form-state";
import { act, leadTo } from "@/lib/next/act";

const submit = act({
  caller: "anyone",
  schema: SubmitApplication,
  verb: submitApplication,
  limit: "applications",
});

/** Sends an application, and leads to the private page that shows where it stands. */
export const apply = pageForm("apply", async (_previous, form) => {
  const state = await submit(openForm(), form);
  if (state.outcome === "open") return state;
  const { secret, repeated } = state.value;
  return leadTo(`/join/status/${secret}${repeated ? "?repeated" : ""}`);
});
