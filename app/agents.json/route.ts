import * as contract from "@/lib/agents/directory-contract";
import { route } from "@/lib/api/bind";
import { bindFeed } from "@/lib/api/feed";
import { readAgentsFeed } from "@/lib/api/feeds/agents";

export const { GET, POST, PUT, PATCH, DELETE } = route(bindFeed(contract.getAgentsJsonFeed, readAgentsFeed));
