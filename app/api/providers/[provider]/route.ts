import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/directory/contract";
import { getProvider } from "@/lib/features/directory/service/providers";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.showProvider, async (ctx, { params }) => reply(200, await getProvider(ctx, params))),
);
