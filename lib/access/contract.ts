import { z } from "zod";
import { endpoint } from "@/lib/http/endpoint";
import { DEFAULT_ERRORS } from "@/lib/http/errors";
import { pageQuery } from "@/lib/http/page";
import {
  Credential,
  CredentialId,
  CredentialList,
  IssueCredential,
  IssuedCredential,
  RotateCredential,
} from "./schema";

const { operatorOnly, notFound, conflict } = DEFAULT_ERRORS;

export const issueCredential = endpoint({
  operationId: "issueCredential",
  method: "POST",
  path: "/api/access/credentials",
  summary: "Issue a credential",
  description:
    "Issues a bearer token to an agent, a provider organisation or an operator. The token is shown this once.",
  tag: "access",
  permission: "credential.manage",
  beyond: true,
  body: IssueCredential,
  responses: { 201: IssuedCredential },
  errors: { operatorOnly },
});

export const listCredentials = endpoint({
  operationId: "listCredentials",
  method: "GET",
  path: "/api/access/credentials",
  summary: "List credentials",
  description: "Newest first, without secrets.",
  tag: "access",
  permission: "credential.manage",
  beyond: true,
  query: z.object(pageQuery({ defaultLimit: 50, maximumLimit: 200 })),
  responses: { 200: CredentialList },
  errors: { operatorOnly },
});

export const rotateCredential = endpoint({
  operationId: "rotateCredential",
  method: "POST",
  path: "/api/access/credentials/{id}/rotate",
  summary: "Rotate a credential",
  description:
    "Issues a successor; the old token goes on working for `grace_seconds` (default one day, at most seven).",
  tag: "access",
  permission: "credential.manage",
  beyond: true,
  params: CredentialId,
  body: RotateCredential,
  responses: { 201: IssuedCredential },
  errors: { operatorOnly, notFound, conflict },
});

export const revokeCredential = endpoint({
  operationId: "revokeCredential",
  method: "POST",
  path: "/api/access/credentials/{id}/revoke",
  summary: "Revoke a credential",
  description: "The next request with its token is refused.",
  tag: "access",
  permission: "credential.manage",
  beyond: true,
  params: CredentialId,
  responses: { 200: Credential },
  errors: { operatorOnly, notFound, conflict },
});
