import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/agents/contract";
import { readManifest } from "@/lib/features/agents/service/manifest";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.getAgentManifest, async (ctx, { params }) => reply(200, (await readManifest(ctx, params)).text)),
);
