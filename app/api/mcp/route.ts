import { GET as getAgent } from "@/app/api/agents/[did]/route";
import { GET as listDirectory } from "@/app/api/agents/directory/route";
import { GET as searchAgents } from "@/app/api/agents/search/route";
import { GET as getIncident } from "@/app/api/incident/[id]/route";
import { POST as openIncident } from "@/app/api/incident/open/route";
import { GET as listIncidents } from "@/app/api/incidents/route";
import { POST as anchorPayload } from "@/app/api/memory/anchor/route";
import { GET as proveAnchor } from "@/app/api/memory/anchors/[id]/proof/route";
import { GET as previewRoute } from "@/app/api/relay/preview/route";
import { GET as replayTrace } from "@/app/api/relay/replay/[trace_id]/route";
import { POST as routeIntent } from "@/app/api/relay/route/route";
import { POST as sendEvent } from "@/app/api/relay/send/route";
import { GET as searchEverything } from "@/app/api/search/route";
import { GET as recomputeTrust } from "@/app/api/trust/recompute/[did]/route";
import { POST as verifyTrust } from "@/app/api/trust/verify/route";
import { route } from "@/lib/api/bind";
import * as agents from "@/lib/features/agents/contract";
import * as anchors from "@/lib/features/anchors/contract";
import * as directory from "@/lib/features/directory/contract";
import * as incidents from "@/lib/features/incidents/contract";
import * as relay from "@/lib/features/relay/contract";
import * as trust from "@/lib/features/trust/contract";
import { bindMcp } from "@/lib/interop/mcp/mcp";
import { search } from "@/lib/portal/search/contract";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bindMcp([
    { name: "search", endpoint: search, handler: searchEverything },
    { name: "search_agents", endpoint: directory.searchAgents, handler: searchAgents },
    { name: "list_agents", endpoint: directory.listDirectory, handler: listDirectory },
    { name: "get_agent", endpoint: agents.getAgent, handler: getAgent },
    { name: "recompute_trust", endpoint: trust.recomputeTrust, handler: recomputeTrust },
    { name: "preview_route", endpoint: relay.previewRoute, handler: previewRoute },
    { name: "replay_trace", endpoint: relay.replayTrace, handler: replayTrace, defaults: { limit: 20 } },
    { name: "verify_anchor", endpoint: anchors.proveAnchor, handler: proveAnchor },
    { name: "list_incidents", endpoint: incidents.listIncidents, handler: listIncidents },
    { name: "get_incident", endpoint: incidents.getIncident, handler: getIncident },
    { name: "verify_trust", endpoint: trust.verifyTrust, handler: verifyTrust },
    { name: "route_intent", endpoint: relay.routeIntent, handler: routeIntent },
    { name: "send_event", endpoint: relay.sendEvent, handler: sendEvent },
    { name: "anchor_payload", endpoint: anchors.anchorPayload, handler: anchorPayload },
    { name: "open_incident", endpoint: incidents.openIncident, handler: openIncident },
  ]),
);
