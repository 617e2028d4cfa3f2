import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/witness/contract";
import { readWitnessed } from "@/lib/features/witness/service/add-checkpoint";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.getWitnessedCheckpoint, async (ctx, { params }) => reply(200, await readWitnessed(ctx, params))),
);
