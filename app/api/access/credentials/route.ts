import * as contract from "@/lib/access/contract";
import { issueCredential } from "@/lib/access/service/credentials";
import { listCredentials } from "@/lib/access/service/find";
import { bind, reply, route } from "@/lib/api/bind";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.listCredentials, async (ctx, { query }) => reply(200, await listCredentials(ctx, query))),
  bind(contract.issueCredential, async (ctx, { body }) => reply(201, await issueCredential(ctx, body))),
);
