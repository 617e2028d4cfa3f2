import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/domains/contract";
import { giveUpDomain } from "@/lib/features/domains/service/own";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.giveUpDomain, async (ctx, { params, body }) =>
    reply(200, await giveUpDomain(ctx, { ...params, ...body })),
  ),
);
