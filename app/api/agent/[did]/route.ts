import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/agents/contract";
import { updateAgent } from "@/lib/features/agents/service/update";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.updateAgent, async (ctx, { params, headers, body }) =>
    reply(200, await updateAgent(ctx, { did: params.did, patch: body, ifMatch: headers["if-match"] })),
  ),
);
