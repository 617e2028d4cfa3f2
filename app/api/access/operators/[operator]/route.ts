import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/access/contract";
import { changeOperator } from "@/lib/features/access/service/operators";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.changeOperator, async (ctx, { params, body }) =>
    reply(200, await changeOperator(ctx, { ...params, ...body })),
  ),
);
