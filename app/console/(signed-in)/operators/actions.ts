"use server";

import { CredentialId, InviteOperator } from "@/lib/access/schema";
import { inviteOperator, revokeCredential } from "@/lib/access/service/credentials";
import { endSession } from "@/lib/access/service/sessions";
import { act } from "@/lib/next/act";

export const invite = act({ caller: "operator", schema: InviteOperator, verb: inviteOperator });
export const remove = act({ caller: "operator", schema: CredentialId, verb: revokeCredential });
export const end = act({ caller: "operator", schema: CredentialId, verb: endSession });
