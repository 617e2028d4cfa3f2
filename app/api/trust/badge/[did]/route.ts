import { readBadge } from "@/lib/agents/service/badge";
import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/trust/contract";
import { viewBadge } from "@/lib/trust/view/badge";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.showTrustBadge, async (ctx, { params }) => reply(200, viewBadge(await readBadge(ctx, params)))),
);
