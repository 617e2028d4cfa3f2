import * as contract from "@/lib/agents/directory-contract";
import { listDirectory } from "@/lib/agents/service/list";
import { bind, reply, route } from "@/lib/api/bind";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.listDirectory, async (ctx, { query }) => reply(200, await listDirectory(ctx, query))),
);
