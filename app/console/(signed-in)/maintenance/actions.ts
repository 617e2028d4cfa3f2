"use server";

import { AnnounceForm, CancelForm } from "@/lib/features/status/maintenance/schema";
import { announceMaintenance, cancelMaintenance } from "@/lib/features/status/maintenance/service";
import { formAction } from "@/lib/next/form-action";

export const announce = formAction({ caller: "operator", schema: AnnounceForm, verb: announceMaintenance });
export const cancel = formAction({ caller: "operator", schema: CancelForm, verb: cancelMaintenance });
