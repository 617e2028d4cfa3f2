import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/council/contract";
import { getAudit } from "@/lib/features/council/service/read";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.getAudit, async (ctx, { params }) => reply(200, await getAudit(ctx, params))),
);
