import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/council/contract";
import { listAudits } from "@/lib/council/service/read";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.listAudits, async (ctx, { query }) => reply(200, await listAudits(ctx, query))),
);
