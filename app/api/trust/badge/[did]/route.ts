import { bind, reply, route } from "@/lib/api/bind";
import { readBadge } from "@/lib/features/agents/service/badge";
import * as contract from "@/lib/features/trust/contract";
import { viewBadge } from "@/lib/features/trust/view/badge";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.showTrustBadge, async (ctx, { params }) => reply(200, viewBadge(await readBadge(ctx, params)))),
);
