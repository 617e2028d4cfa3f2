import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/trust/contract";
import { listTrustHistory } from "@/lib/features/trust/service/history";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.listTrustHistory, async (ctx, { params, query }) =>
    reply(200, await listTrustHistory(ctx, { ...params, ...query })),
  ),
);
