import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/council/contract";
import { listAudits } from "@/lib/features/council/service/read";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.listAudits, async (ctx, { query }) => reply(200, await listAudits(ctx, query))),
);
