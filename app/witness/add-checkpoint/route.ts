import { bind, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/witness/contract";
import { addCheckpoint } from "@/lib/features/witness/service/add-checkpoint";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.addCheckpoint, (ctx, { body }) => addCheckpoint(ctx, body)),
);
