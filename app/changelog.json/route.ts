import { route } from "@/lib/api/bind";
import { bindFeed } from "@/lib/api/feed";
import * as contract from "@/lib/features/releases/contract";
import { listReleases } from "@/lib/features/releases/service";
import { viewFeed } from "@/lib/features/releases/view/feed";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bindFeed(contract.getJsonFeed, async (ctx, { query }) => viewFeed((await listReleases(ctx, query)).releases)),
);
