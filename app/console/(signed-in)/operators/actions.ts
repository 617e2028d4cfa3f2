"use server";

import { ChangeOperator, CredentialId, InviteOperator, OperatorParams } from "@/lib/features/access/schema";
import { issueCredential } from "@/lib/features/access/service/credentials";
import { changeOperator, endOperator } from "@/lib/features/access/service/operators";
import { endSession } from "@/lib/features/access/service/sessions";
import { formAction } from "@/lib/next/form-action";

export const invite = formAction({ caller: "operator", schema: InviteOperator, verb: issueCredential });
export const change = formAction({
  caller: "operator",
  schema: ChangeOperator.extend(OperatorParams.shape),
  verb: changeOperator,
});
export const remove = formAction({ caller: "operator", schema: OperatorParams, verb: endOperator });
export const end = formAction({ caller: "operator", schema: CredentialId, verb: endSession });
