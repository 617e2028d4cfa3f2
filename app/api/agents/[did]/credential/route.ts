import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/trust/contract";
import { readCredential } from "@/lib/features/trust/service/statements";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.getAgentCredential, async (ctx, { params }) => reply(200, await readCredential(ctx, params))),
);
