import { route } from "@/lib/api/bind";
import { bindFeed } from "@/lib/api/feed";
import * as contract from "@/lib/features/incidents/contract";
import { listRecentIncidents } from "@/lib/features/incidents/service/browse";
import { viewFeed } from "@/lib/features/incidents/view/feed";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bindFeed(contract.getIncidentsJsonFeed, async (ctx) => viewFeed(await listRecentIncidents(ctx))),
);
