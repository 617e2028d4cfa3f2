import { endpointsOf } from "@/lib/http/endpoint";
import { DEFAULT_ERRORS } from "@/lib/http/errors";
import * as schema from "./schema";

const access = endpointsOf("access");
const { operatorOnly, notFound, conflict, didTaken, reservedMethod } = DEFAULT_ERRORS;

export const issueCredential = access.post("/api/access/credentials", {
  operationId: "issueCredential",
  summary: "Issue a credential",
  description:
    "Issues a bearer token to an agent, a provider organisation or an operator. The token is shown only in this response. Only an operator with the role owner issues tokens to operators. If the operators own the DID (an imported agent, for example), it becomes the agent's own. If an organisation owns the DID, it remains the organisation's: repeat its name in `organisation`. A new key of an organisation gets the spelling of its first key.",
  permission: "credential.manage",
  body: schema.IssueCredential,
  example: { body: { kind: "agent", did: "did:fed:s1:atlas", label: "Atlas in production" } },
  responses: { 201: schema.IssuedCredential },
  errors: { operatorOnly, conflict, didTaken, reservedMethod },
});

export const listCredentials = access.get("/api/access/credentials", {
  operationId: "listCredentials",
  summary: "List credentials",
  description: "Newest first, filtered and paged, without secrets.",
  permission: "credential.read",
  query: schema.CredentialQuery,
  responses: { 200: schema.CredentialList },
  errors: { operatorOnly },
});

export const rotateCredential = access.post("/api/access/credentials/{id}/rotate", {
  operationId: "rotateCredential",
  summary: "Rotate a credential",
  description: "Issues a successor. The old token works for another `grace_seconds` (default one day, at most seven).",
  permission: "credential.manage",
  params: schema.CredentialId,
  body: schema.RotateCredential,
  example: { params: { id: "0190b2f4-7c1e-7a55-8d7e-3f6b5a1c9e20" }, body: { grace_seconds: 3_600 } },
  responses: { 201: schema.IssuedCredential },
  errors: { operatorOnly, notFound, conflict },
});

export const revokeCredential = access.post("/api/access/credentials/{id}/revoke", {
  operationId: "revokeCredential",
  summary: "Revoke a credential",
  description:
    "The next request with its token is rejected. A successor that its holder made by rotating it ends too, and so do that one's successors. A successor that an operator made continues to work.",
  permission: "credential.manage",
  params: schema.CredentialId,
  example: { params: { id: "0190b2f4-7c1e-7a55-8d7e-3f6b5a1c9e20" } },
  responses: { 200: schema.Credential },
  errors: { operatorOnly, notFound, conflict },
});

export const listOperators = access.get("/api/access/operators", {
  operationId: "listOperators",
  summary: "List the operators",
  description:
    "Present operators come before removed ones, each newest first. Removed ones stay listed, because acts name them.",
  permission: "credential.read",
  responses: { 200: schema.OperatorList },
  errors: { operatorOnly },
});

export const changeOperator = access.patch("/api/access/operators/{operator}", {
  operationId: "changeOperator",
  summary: "Change an operator's role",
  description:
    "The role counts from the next request on, also for open sessions. The role of the last owner with a token cannot be changed.",
  permission: "operator.manage",
  params: schema.OperatorParams,
  body: schema.ChangeOperator,
  example: { params: { operator: "kqmowzra" }, body: { role: "reviewer" } },
  responses: { 200: schema.Operator },
  errors: { operatorOnly, notFound, conflict },
});

export const endOperator = access.post("/api/access/operators/{operator}/remove", {
  operationId: "endOperator",
  summary: "Remove an operator",
  description: "Every token and session of the operator ends at once. The last owner with a token cannot be removed.",
  permission: "operator.manage",
  params: schema.OperatorParams,
  example: { params: { operator: "kqmowzra" } },
  responses: { 200: schema.Operator },
  errors: { operatorOnly, notFound, conflict },
});

export const getOwnCredential = access.get("/api/access/me", {
  operationId: "getOwnCredential",
  summary: "The credential of this call",
  description: "The owner, the expiry, and the last use (updated once a minute).",
  permission: "owner.read",
  responses: { 200: schema.OwnCredential },
});

export const rotateOwnCredential = access.post("/api/access/rotate", {
  operationId: "rotateOwnCredential",
  summary: "Rotate the credential of this call",
  description:
    "Issues a successor for the same owner and the same lifetime. The token is shown only in this response. The old one works for another `grace_seconds` (default one day, at most seven). A credential can be rotated once: of two concurrent calls, one is 409. If an operator revokes the old one, the successor ends too.",
  permission: "credential.rotate_own",
  body: schema.RotateOwn,
  example: { body: { grace_seconds: 3_600 } },
  responses: { 201: schema.IssuedCredential },
  errors: { conflict },
});

export const listOwnAgents = access.get("/api/owner/agents", {
  operationId: "listOwnAgents",
  summary: "List the caller's agents",
  description:
    "An agent's own record, the agents of an organisation, or those that the operators own. Ordered by DID, including withdrawn ones.",
  permission: "owner.read",
  query: schema.OwnQuery,
  responses: { 200: schema.OwnAgents },
});

export const listOwnActs = access.get("/api/owner/acts", {
  operationId: "listOwnActs",
  summary: "List the acts that concern the caller",
  description:
    "Acts by the caller, about its agents and about its credentials, newest first. Each is an entry of the council's log. An operator sees only the operator's own.",
  permission: "owner.read",
  query: schema.OwnQuery,
  responses: { 200: schema.OwnActs },
});

export const getJoinText = access.markdown("/join.md", {
  operationId: "getJoinText",
  summary: "How to get a token, as markdown",
});
