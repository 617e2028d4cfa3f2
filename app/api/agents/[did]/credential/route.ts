import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/trust/contract";
import { readCredential } from "@/lib/trust/service/statements";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.getAgentCredential, async (ctx, { params }) => reply(200, await readCredential(ctx, params))),
);
