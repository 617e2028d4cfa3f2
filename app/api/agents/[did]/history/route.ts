import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/trust/contract";
import { listTrustHistory } from "@/lib/trust/service/history";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.listTrustHistory, async (ctx, { params, query }) =>
    reply(200, await listTrustHistory(ctx, { ...params, ...query })),
  ),
);
