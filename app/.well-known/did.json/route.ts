import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/trust/contract";
import { readDidDocument } from "@/lib/features/trust/service/did-document";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.getDidDocument, async (ctx) => reply(200, JSON.stringify(await readDidDocument(ctx)))),
);
