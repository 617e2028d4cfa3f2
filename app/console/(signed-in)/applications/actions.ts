"use server";

import { ApproveApplicationForm } from "@/lib/features/access/applications/approve-form";
import { RejectApplication } from "@/lib/features/access/applications/schema";
import { approveApplication, rejectApplication } from "@/lib/features/access/applications/service/decide";
import { formAction } from "@/lib/next/form-action";

export const approve = formAction({ caller: "operator", schema: ApproveApplicationForm, verb: approveApplication });

export const reject = formAction({ caller: "operator", schema: RejectApplication, verb: rejectApplication });
