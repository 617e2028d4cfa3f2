import { bind, reply, route } from "@/lib/api/bind";
import { publicUrl } from "@/lib/api/public-url";
import * as contract from "@/lib/features/releases/contract";
import { listReleases } from "@/lib/features/releases/service";
import { viewReleases } from "@/lib/features/releases/view/release-list";
import { settings } from "@/lib/foundation/env";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.listReleases, async (ctx, _input, request) => {
    const about = { service: settings().FEDERATION_NAME, origin: publicUrl(request) };
    return reply(200, viewReleases(await listReleases(ctx), about));
  }),
);
