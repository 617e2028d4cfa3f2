import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/relay/contract";
import { getRelayDrift } from "@/lib/features/relay/service/status";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.getRelayDrift, async (ctx) => reply(200, await getRelayDrift(ctx))),
);
