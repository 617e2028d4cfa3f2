import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/relay/contract";
import { getRelayStatus } from "@/lib/features/relay/service/status";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.getRelayStatus, async (ctx) => reply(200, await getRelayStatus(ctx))),
);
