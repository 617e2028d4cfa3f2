import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/directory/contract";
import { listDirectory } from "@/lib/features/directory/service/list";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.listDirectory, async (ctx, { query }) => reply(200, await listDirectory(ctx, query))),
);
