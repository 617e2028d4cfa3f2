import type { Agent } from "@/lib/features/agents/schema";
import type { Facets } from "@/lib/features/directory/directory-schema";
import type { FoundAgent, SearchPage } from "@/lib/features/directory/search-schema";

export type Reading = Pick<SearchPage, "reason" | "fits" | "words" | "unsaid">;

export interface Results {
  agents: readonly (Agent | FoundAgent)[];
  total: number;
  listed: number;
  facets: Facets;
  /** How the question was read, if the view has one. */
  reading?: Reading;
  usage: ReadonlyMap<string, { routed: number; received: number }>;
}

export const foundIn = ({ agents }: Results): FoundAgent[] =>
  agents.filter((agent): agent is FoundAgent => "fit" in agent);
