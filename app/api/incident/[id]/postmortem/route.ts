import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/incidents/contract";
import { writePostmortem } from "@/lib/features/incidents/service/postmortem";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.writePostmortem, async (ctx, { params, body }) =>
    reply(200, await writePostmortem(ctx, { ...params, ...body })),
  ),
);
