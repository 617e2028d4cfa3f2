import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/relay/contract";
import { readUsage } from "@/lib/features/relay/service/daily-usage";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.getAgentUsage, async (ctx, { params }) => reply(200, await readUsage(ctx, params))),
);
