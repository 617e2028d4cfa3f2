import { route } from "@/lib/api/bind";
import { bindFeed } from "@/lib/api/feed";
import * as contract from "@/lib/features/directory/contract";
import { readAgentsFeed } from "@/lib/portal/feeds/agents";

export const { GET, POST, PUT, PATCH, DELETE } = route(bindFeed(contract.getAgentsAtom, readAgentsFeed));
