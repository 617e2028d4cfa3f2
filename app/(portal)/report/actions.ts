"use server";

import { pageForm } from "@/lib/api/form";
import { openForm } from "@/lib/http/form-state";
import { act, leadTo } from "@/lib/next/act";
import { SubmitReport } from "@/lib/reports/schema";
import { submitReport } from "@/lib/reports/service/submit";

const submit = act({ caller: "anyone", schema: SubmitReport, verb: submitReport, limit: "reports" });

/** Sends a report, and leads to the private page that tells what comes of it. */
export const report = pageForm("report", async (_previous, form) => {
  const state = await submit(openForm(), form);
  if (state.outcome === "open") return state;
  const { secret, repeated } = state.value;
  return leadTo(`/report/status/${secret}${repeated ? "?repeated" : ""}`);
});
