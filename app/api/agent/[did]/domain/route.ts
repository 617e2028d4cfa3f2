import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/domains/contract";
import { listOwnDomains } from "@/lib/features/domains/service/own";
import { proveDomain } from "@/lib/features/domains/service/prove";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.listOwnDomains, async (ctx, { params }) => reply(200, await listOwnDomains(ctx, params))),
  bind(contract.proveDomain, async (ctx, { params, body }) =>
    reply(200, await proveDomain(ctx, { ...params, ...body })),
  ),
);
