import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/agents/contract";
import { challengeKey } from "@/lib/features/agents/service/prove-key";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.challengeKey, async (ctx, { params }) => reply(201, await challengeKey(ctx, params))),
);
