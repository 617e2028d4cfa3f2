import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/access/contract";
import { issueCredential } from "@/lib/features/access/service/credentials";
import { listCredentials } from "@/lib/features/access/service/find";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.listCredentials, async (ctx, { query }) => reply(200, await listCredentials(ctx, query))),
  bind(contract.issueCredential, async (ctx, { body }) => reply(201, await issueCredential(ctx, body))),
);
