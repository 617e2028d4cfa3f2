import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/agents/contract";
import { viewTopics } from "@/lib/features/agents/view";

export const { GET, POST, PUT, PATCH, DELETE } = route(bind(contract.listTopics, async () => reply(200, viewTopics())));
