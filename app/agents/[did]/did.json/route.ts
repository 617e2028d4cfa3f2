import * as contract from "@/lib/agents/contract";
import { readAgentDidDocument } from "@/lib/agents/service/did-document";
import { bind, reply, route } from "@/lib/api/bind";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.getAgentDidDocument, async (ctx, { params }) =>
    reply(200, JSON.stringify(await readAgentDidDocument(ctx, params.did))),
  ),
);
