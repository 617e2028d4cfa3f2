"use server";

import { CredentialId, IssueCredentialForm, RotateCredentialForm } from "@/lib/access/schema";
import { issueCredential, revokeCredential, rotateCredential } from "@/lib/access/service/credentials";
import { act } from "@/lib/next/act";

export const issue = act({ caller: "operator", schema: IssueCredentialForm, verb: issueCredential });
export const rotate = act({ caller: "operator", schema: RotateCredentialForm, verb: rotateCredential });
export const revoke = act({ caller: "operator", schema: CredentialId, verb: revokeCredential });
