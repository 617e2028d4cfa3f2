import { z } from "zod";
import { cursorBehind } from "@/lib/http/cursor";
import { Cursor, oneOf } from "@/lib/http/filter";
import { wholeNumber } from "@/lib/http/page";
import { Agent, DirectoryFilters, type DirectoryQuery, Facets } from "./schema";

const { q: _, ...filters } = DirectoryFilters.shape;

/** The longest part of a text that is looked for. */
export const MAX_TEXT_CHARACTERS = 250;

export const AgentSearchQuery = z.object({
  q: z
    .string({ error: "is required" })
    .refine((text) => text.trim() !== "", "is required")
    .meta({
      minLength: 1,
      description: `Words, in any form: \`translating\` finds \`translator\`. Quotes keep words together, \`or\` and \`-\` mean what they mean in web searches. Only the first ${MAX_TEXT_CHARACTERS} characters count.`,
    }),
  ...filters,
  sort: oneOf(
    z.enum(["trusted", "used", "name", "newest"]),
    "Absent: the best match first. Another order is the directory’s, of the agents that `total` counts.",
  ),
  limit: wholeNumber(1, 200, 20),
  cursor: Cursor,
});
export type AgentSearchQuery = z.infer<typeof AgentSearchQuery>;

/** What the search is asked for a view of the directory; null where the view has no text. */
export function searchOf({ q = "", offset, sort, ...view }: DirectoryQuery): AgentSearchQuery | null {
  return q.trim() === "" ? null : { ...view, q, sort: sort === "score" ? "trusted" : sort, cursor: offset };
}

/** A query of the search as it is sent. */
export function sentSearch({ cursor, ...query }: AgentSearchQuery): z.input<typeof AgentSearchQuery> {
  return { ...query, ...(cursor ? { cursor: cursorBehind(cursor) } : {}) };
}

/** How an agent was found. */
export const AgentMatch = z.enum(["words", "typo", "meaning"]).meta({
  id: "AgentMatch",
  description:
    "`words`: its record has all of the words, or its DID or name has the text. `typo`: a word that no record has resembles its name or a skill’s. `meaning`: it is near; it is active, and not counted in `total`.",
});
export type AgentMatch = z.infer<typeof AgentMatch>;

const Part = z.object({ text: z.string(), match: z.boolean().meta({ description: "Whether this was looked for." }) });
export type Part = z.infer<typeof Part>;

export const HighlightField = z.enum(["name", "did", "role", "skill", "tag", "description", "provider", "manifest"]);
export type HighlightField = z.infer<typeof HighlightField>;

export const Highlight = z
  .object({ field: HighlightField, parts: z.array(Part) })
  .meta({ id: "Highlight", description: "A piece of a field. `parts` in a row are its text." });
export type Highlight = z.infer<typeof Highlight>;

export const FoundAgent = Agent.extend({
  match: AgentMatch,
  highlights: z
    .array(Highlight)
    .meta({ description: "Where the words are; of an agent that is near, first what is near." }),
}).meta({ id: "FoundAgent" });
export type FoundAgent = z.infer<typeof FoundAgent>;

export const AgentSearch = z
  .object({
    q: z.string().meta({ description: "What was looked for." }),
    agents: z.array(FoundAgent),
    total: z.int().meta({ description: "How many agents were found by words or despite typos, exactly." }),
    limit: z.int(),
    next_cursor: z.string().optional().meta({ description: "Absent at the end, and after 1,000 agents." }),
    facets: Facets.meta({ description: "As the directory’s, over the agents that `total` counts." }),
    semantic: z.boolean().meta({
      description: "Whether meanings were compared. They are on the page where the agents end that `total` counts.",
    }),
    generated_at: z.iso.datetime(),
  })
  .meta({ id: "AgentSearch" });
export type AgentSearch = z.infer<typeof AgentSearch>;
