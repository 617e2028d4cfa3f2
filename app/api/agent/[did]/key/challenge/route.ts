import * as contract from "@/lib/agents/contract";
import { challengeKey } from "@/lib/agents/service/prove-key";
import { bind, reply, route } from "@/lib/api/bind";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.challengeKey, async (ctx, { params }) => reply(201, await challengeKey(ctx, params))),
);
