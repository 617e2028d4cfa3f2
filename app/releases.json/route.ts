import { bind, reply, route } from "@/lib/api/bind";
import { publicUrl } from "@/lib/api/public-url";
import { settings } from "@/lib/env";
import * as contract from "@/lib/releases/contract";
import { listReleases } from "@/lib/releases/service";
import { viewReleases } from "@/lib/releases/view/release-list";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.listReleases, async (ctx, _input, request) => {
    const about = { service: settings().FEDERATION_NAME, origin: publicUrl(request) };
    return reply(200, viewReleases(await listReleases(ctx), about));
  }),
);
