import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/council/contract";
import { getCouncilStatus } from "@/lib/features/council/service/read";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.getCouncilStatus, async (ctx) => reply(200, await getCouncilStatus(ctx))),
);
