import * as contract from "@/lib/agents/contract";
import { readManifest } from "@/lib/agents/service/manifest";
import { bind, reply, route } from "@/lib/api/bind";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.getAgentManifest, async (ctx, { params }) => reply(200, (await readManifest(ctx, params)).text)),
);
