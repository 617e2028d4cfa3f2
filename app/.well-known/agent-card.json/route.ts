import { bind, reply, route } from "@/lib/api/bind";
import { publicUrl } from "@/lib/api/public-url";
import { getServiceCard } from "@/lib/interop/a2a/contract";
import { makeServiceCard } from "@/lib/interop/a2a/service/make-card";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(getServiceCard, async (ctx, _input, request) =>
    reply(200, JSON.stringify(await makeServiceCard(ctx, publicUrl(request)))),
  ),
);
