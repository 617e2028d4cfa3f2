import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/relay/contract";
import { getRelayStatus } from "@/lib/relay/service/status";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.getRelayStatus, async (ctx) => reply(200, await getRelayStatus(ctx))),
);
