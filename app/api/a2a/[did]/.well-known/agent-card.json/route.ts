import { bind, reply, route } from "@/lib/api/bind";
import { publicUrl } from "@/lib/api/public-url";
import { getDoorCard } from "@/lib/interop/a2a/contract";
import { makeDoorCard } from "@/lib/interop/a2a/service/make-card";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(getDoorCard, async (ctx, { params }, request) =>
    reply(200, JSON.stringify(await makeDoorCard(ctx, params.did, publicUrl(request)))),
  ),
);
