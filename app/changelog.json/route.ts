import { route } from "@/lib/api/bind";
import { bindFeed } from "@/lib/api/feed";
import * as contract from "@/lib/releases/contract";
import { listReleases } from "@/lib/releases/service";
import { viewFeed } from "@/lib/releases/view/feed";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bindFeed(contract.getJsonFeed, async (ctx, { query }) => viewFeed((await listReleases(ctx, query)).releases)),
);
