"use server";

import { AssignWork, RefuseWork, type WorkList, WorkQuery } from "@/lib/features/queues/schema";
import { assignWork } from "@/lib/features/queues/service/assign";
import { listWork } from "@/lib/features/queues/service/list";
import { refuseWork } from "@/lib/features/queues/service/refuse";
import { readQuery } from "@/lib/http/page-address";
import { formAction } from "@/lib/next/form-action";
import { readInBackground } from "@/lib/next/read-for-console";

export const assign = formAction({ caller: "operator", schema: AssignWork, verb: assignWork });

export const refuse = formAction({ caller: "operator", schema: RefuseWork, verb: refuseWork });

/** Reads the list again for an open page. Returns null if the session has ended. A program may send any value. */
export async function readList(query: Record<string, unknown>): Promise<WorkList | null> {
  return readInBackground((ctx) => listWork(ctx, readQuery(WorkQuery, { ...Object(query) })));
}
