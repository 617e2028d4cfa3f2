import { z } from "zod";
import { Agent } from "@/lib/features/agents/schema";
import { cursorAfter } from "@/lib/http/cursor";
import { Cursor, oneOf } from "@/lib/http/filter";
import { wholeNumber } from "@/lib/http/page";
import { DirectoryFilters, type DirectoryQuery, Facets } from "./directory-schema";

const { q: _, ...filters } = DirectoryFilters.shape;

/** Maximum length of the search text. */
export const MAX_TEXT_CHARACTERS = 250;

export const AgentSearchQuery = z.object({
  q: z
    .string({ error: "is required" })
    .refine((text) => text.trim() !== "", "is required")
    .meta({
      minLength: 1,
      description: `Words in any form: \`translating\` finds \`translator\`. Quotes keep words together; \`or\` and \`-\` work as in web searches. Only the first ${MAX_TEXT_CHARACTERS} characters are used.`,
    }),
  ...filters,
  sort: oneOf(
    z.enum(["trusted", "used", "name", "newest"]),
    "If absent, the best match comes first. Otherwise the directory’s order, for the agents that `total` counts.",
  ),
  limit: wholeNumber(1, 200, 20),
  cursor: Cursor,
});
export type AgentSearchQuery = z.infer<typeof AgentSearchQuery>;

/** Returns the search query for a view of the directory, or null if the view has no search text. */
export function searchOf({ q = "", offset, sort, ...view }: DirectoryQuery): AgentSearchQuery | null {
  return q.trim() === "" ? null : { ...view, q, sort: sort === "score" ? "trusted" : sort, cursor: offset };
}

/** The search query as it is sent. */
export function sentSearch({ cursor, ...query }: AgentSearchQuery): z.input<typeof AgentSearchQuery> {
  return { ...query, ...(cursor ? { cursor: cursorAfter(cursor) } : {}) };
}

/** How an agent was found. */
export const AgentMatch = z.enum(["words", "typo", "meaning"]).meta({
  id: "AgentMatch",
  description:
    "`words`: its record contains all of the words, or its DID or name contains the text. `typo`: no record contains one of the words, but the agent's name or skill resembles it. `meaning`: it is active and close in meaning; `total` does not count it.",
});
export type AgentMatch = z.infer<typeof AgentMatch>;

const Part = z.object({
  text: z.string(),
  match: z.boolean().meta({ description: "Whether this part matches the search." }),
});
export type Part = z.infer<typeof Part>;

export const HighlightField = z.enum(["name", "did", "role", "skill", "tag", "description", "provider", "manifest"]);
export type HighlightField = z.infer<typeof HighlightField>;

export const Highlight = z
  .object({ field: HighlightField, parts: z.array(Part) })
  .meta({ id: "Highlight", description: "A passage of a field. Its `parts` together are its text." });
export type Highlight = z.infer<typeof Highlight>;

export const FoundAgent = Agent.extend({
  match: AgentMatch,
  highlights: z
    .array(Highlight)
    .meta({ description: "Where the words are. For an agent that is close in meaning, the closest text comes first." }),
}).meta({ id: "FoundAgent" });
export type FoundAgent = z.infer<typeof FoundAgent>;

export const AgentSearch = z
  .object({
    q: z.string().meta({ description: "The search text that was used." }),
    agents: z.array(FoundAgent),
    total: z.int().meta({ description: "The exact number of agents found by words or despite typos." }),
    limit: z.int(),
    next_cursor: z.string().optional().meta({ description: "Absent on the last page, and after 1,000 agents." }),
    facets: Facets.meta({ description: "As in the directory, for the agents that `total` counts." }),
    semantic: z.boolean().meta({
      description:
        "Whether meanings were compared. Agents found by meaning are on the last page of the agents that `total` counts.",
    }),
    generated_at: z.iso.datetime(),
  })
  .meta({ id: "AgentSearch" });
export type AgentSearch = z.infer<typeof AgentSearch>;
