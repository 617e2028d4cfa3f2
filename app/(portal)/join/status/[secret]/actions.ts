"use server";

import { pageForm } from "@/lib/api/form";
import { HeldApplication } from "@/lib/applications/schema";
import { claimToken } from "@/lib/applications/service/claim";
import { withdrawApplication } from "@/lib/applications/service/withdraw";
import { act } from "@/lib/next/act";

/** Makes the token and shows it, this once. */
export const claim = pageForm("claim", act({ caller: "anyone", schema: HeldApplication, verb: claimToken }));

/** Takes the application back. */
export const withdraw = pageForm(
  "withdraw",
  act({ caller: "anyone", schema: HeldApplication, verb: withdrawApplication }),
);
