"use server";

import { CredentialId, IssueCredentialForm, RotateCredentialForm } from "@/lib/features/access/schema";
import { issueCredential, revokeCredential, rotateCredential } from "@/lib/features/access/service/credentials";
import { formAction } from "@/lib/next/form-action";

export const issue = formAction({ caller: "operator", schema: IssueCredentialForm, verb: issueCredential });
export const rotate = formAction({ caller: "operator", schema: RotateCredentialForm, verb: rotateCredential });
export const revoke = formAction({ caller: "operator", schema: CredentialId, verb: revokeCredential });
