import * as contract from "@/lib/agents/directory-contract";
import { getProvider } from "@/lib/agents/service/providers";
import { bind, reply, route } from "@/lib/api/bind";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.showProvider, async (ctx, { params }) => reply(200, await getProvider(ctx, params))),
);
