"use server";

import { ApproveApplicationForm, RejectApplication } from "@/lib/applications/schema";
import { approveApplication, rejectApplication } from "@/lib/applications/service/decide";
import { act } from "@/lib/next/act";

export const approve = act({ caller: "operator", schema: ApproveApplicationForm, verb: approveApplication });

export const reject = act({ caller: "operator", schema: RejectApplication, verb: rejectApplication });
