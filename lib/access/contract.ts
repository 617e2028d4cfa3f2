import { endpoint, markdownTwin } from "@/lib/http/endpoint";
import { DEFAULT_ERRORS } from "@/lib/http/errors";
import {
  Credential,
  CredentialId,
  CredentialList,
  CredentialQuery,
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
  body: IssueCredential,
  example: { body: { kind: "agent", did: "did:fed:s1:atlas", label: "Atlas in production" } },
  responses: { 201: IssuedCredential },
  errors: { operatorOnly },
});

export const listCredentials = endpoint({
  operationId: "listCredentials",
  method: "GET",
  path: "/api/access/credentials",
  summary: "List credentials",
  description: "Newest first, filtered and paged, without secrets.",
  tag: "access",
  permission: "credential.manage",
  query: CredentialQuery,
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
  params: CredentialId,
  body: RotateCredential,
  example: { params: { id: "0190b2f4-7c1e-7a55-8d7e-3f6b5a1c9e20" }, body: { grace_seconds: 3_600 } },
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
  params: CredentialId,
  example: { params: { id: "0190b2f4-7c1e-7a55-8d7e-3f6b5a1c9e20" } },
  responses: { 200: Credential },
  errors: { operatorOnly, notFound, conflict },
});

export const getJoinText = markdownTwin({
  operationId: "getJoinText",
  path: "/join.md",
  summary: "How to get a token, as markdown",
  tag: "access",
});
