import { getDoorCard } from "@/lib/a2a-door/contract";
import { makeDoorCard } from "@/lib/a2a-door/service/make-card";
import { bind, reply, route } from "@/lib/api/bind";
import { publicUrl } from "@/lib/api/public-url";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(getDoorCard, async (ctx, { params }, request) =>
    reply(200, JSON.stringify(await makeDoorCard(ctx, params.did, publicUrl(request)))),
  ),
);
