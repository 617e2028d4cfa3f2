import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/agents/contract";
import { readAgentDidDocument } from "@/lib/features/agents/service/did-document";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.getAgentDidDocument, async (ctx, { params }) =>
    reply(200, JSON.stringify(await readAgentDidDocument(ctx, params.did))),
  ),
);
