"use server";

import { pageForm } from "@/lib/api/form";
import { ApplicationBySecret } from "@/lib/features/access/applications/schema";
import { checkClaim } from "@/lib/features/access/applications/service/check-claim";
import { claimToken } from "@/lib/features/access/applications/service/claim";
import { withdrawApplication } from "@/lib/features/access/applications/service/withdraw";
import { formAction } from "@/lib/next/form-action";

/** Makes the token and shows it once. */
export const claim = pageForm("claim", formAction({ caller: "anyone", schema: ApplicationBySecret, verb: claimToken }));

/** Looks for the application's code where it shows who the applicant is. */
export const check = pageForm("check", formAction({ caller: "anyone", schema: ApplicationBySecret, verb: checkClaim }));

export const withdraw = pageForm(
  "withdraw",
  formAction({ caller: "anyone", schema: ApplicationBySecret, verb: withdrawApplication }),
);
