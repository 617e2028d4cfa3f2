import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/council/contract";
import { getCouncilStatus } from "@/lib/council/service/read";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.getCouncilStatus, async (ctx) => reply(200, await getCouncilStatus(ctx))),
);
