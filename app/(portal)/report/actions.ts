"use server";

import { pageForm } from "@/lib/api/form";
import { SubmitReport } from "@/lib/features/incidents/reports/schema";
import { submitReport } from "@/lib/features/incidents/reports/service/submit";
import { openForm } from "@/lib/http/form-state";
import { formAction, redirectTo } from "@/lib/next/form-action";

const submit = formAction({ caller: "anyone", schema: SubmitReport, verb: submitReport, limit: "reports" });

export const report = pageForm("report", async (_previous, form) => {
  const state = await submit(openForm(), form);
  if (state.outcome === "open") return state;
  const { secret, repeated } = state.value;
  return redirectTo(`/report/status/${secret}${repeated ? "?repeated" : ""}`);
});
