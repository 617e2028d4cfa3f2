import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/evidence/contract";
import { verifyEvidence } from "@/lib/features/evidence/service/verify";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.verifyEvidence, async (ctx, { query }) => reply(200, await verifyEvidence(ctx, query))),
);
