import { bind, reply, route } from "@/lib/api/bind";
import { publicUrl } from "@/lib/api/public-url";
import { settings } from "@/lib/env";
import * as contract from "@/lib/releases/contract";
import { listReleases } from "@/lib/releases/service";
import { viewJsonFeed } from "@/lib/releases/view/feed";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.getJsonFeed, async (ctx, { query }, request) => {
    const about = { service: settings().FEDERATION_NAME, origin: publicUrl(request), ...query };
    return reply(200, viewJsonFeed(await listReleases(ctx, query), about));
  }),
);
