import { getServiceCard } from "@/lib/a2a-door/contract";
import { makeServiceCard } from "@/lib/a2a-door/service/make-card";
import { bind, reply, route } from "@/lib/api/bind";
import { publicUrl } from "@/lib/api/public-url";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(getServiceCard, async (ctx, _input, request) =>
    reply(200, JSON.stringify(await makeServiceCard(ctx, publicUrl(request)))),
  ),
);
