"use server";

import { CredentialId, InviteOperator } from "@/lib/features/access/schema";
import { inviteOperator, revokeCredential } from "@/lib/features/access/service/credentials";
import { endSession } from "@/lib/features/access/service/sessions";
import { formAction } from "@/lib/next/form-action";

export const invite = formAction({ caller: "operator", schema: InviteOperator, verb: inviteOperator });
export const remove = formAction({ caller: "operator", schema: CredentialId, verb: revokeCredential });
export const end = formAction({ caller: "operator", schema: CredentialId, verb: endSession });
