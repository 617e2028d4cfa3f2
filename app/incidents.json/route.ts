import { route } from "@/lib/api/bind";
import { bindFeed } from "@/lib/api/feed";
import * as contract from "@/lib/incidents/contract";
import { listRecentIncidents } from "@/lib/incidents/service/browse";
import { viewFeed } from "@/lib/incidents/view/feed";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bindFeed(contract.getIncidentsJsonFeed, async (ctx) => viewFeed(await listRecentIncidents(ctx))),
);
