import { bind, reply, route } from "@/lib/api/bind";
import { publicUrl } from "@/lib/api/public-url";
import { settings } from "@/lib/env";
import * as contract from "@/lib/incidents/contract";
import { listRecentIncidents } from "@/lib/incidents/service/browse";
import { viewJsonFeed } from "@/lib/incidents/view/feed";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.getIncidentsJsonFeed, async (ctx, _, request) => {
    const about = { service: settings().FEDERATION_NAME, origin: publicUrl(request) };
    return reply(200, viewJsonFeed(await listRecentIncidents(ctx), about, ctx.clock().toISOString()));
  }),
);
