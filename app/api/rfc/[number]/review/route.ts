import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/rfcs/contract";
import { reviewRfc } from "@/lib/features/rfcs/service/review";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.reviewRfc, async (ctx, { params, body }) => reply(201, await reviewRfc(ctx, { ...params, ...body }))),
);
