import { z } from "zod";
import { Agent } from "@/lib/features/agents/schema";
import { oneOf } from "@/lib/http/filter";
import { wholeNumber } from "@/lib/http/page";
import { cursorAt, placeCursor } from "@/lib/http/place";
import { FIELDS } from "@/lib/search/ranking/weights";
import { Fit } from "@/lib/search/schema";
import { DirectoryFilters, type DirectoryQuery, Facets } from "./directory-schema";

const { q: _, ...filters } = DirectoryFilters.shape;

export const MAX_TEXT_CHARACTERS = 512;

export const AgentSearchQuery = z.object({
  q: z
    .string({ error: "is required" })
    .refine((text) => text.trim() !== "", "is required")
    .meta({
      minLength: 1,
      description: `A task in your own words, or a name. Quotes keep words together; \`-\` excludes a word. Only the first ${MAX_TEXT_CHARACTERS} characters are used.`,
    }),
  ...filters,
  sort: oneOf(
    z.enum(["trusted", "used", "name", "newest", "updated"]),
    "If absent, the best match comes first. Otherwise the directory’s order, for the same agents.",
  ),
  limit: wholeNumber(1, 200, 20),
  cursor: placeCursor("start", "must be `start`, or the `next_cursor` of an earlier page")
    .optional()
    .meta({ description: "`start`, or the `next_cursor` of an earlier page.", example: "start" }),
});
export type AgentSearchQuery = z.infer<typeof AgentSearchQuery>;

/** Returns the search query for a view of the directory, or null if the view has no search text. */
export function searchOf({ q = "", offset, sort, ...view }: DirectoryQuery): AgentSearchQuery | null {
  return q.trim() === ""
    ? null
    : { ...view, q, sort: sort === "score" ? "trusted" : sort, cursor: { offset, after: [] } };
}

export function sentSearch({ cursor, ...query }: AgentSearchQuery): z.input<typeof AgentSearchQuery> {
  return { ...query, ...(cursor?.offset ? { cursor: cursorAt(cursor) } : {}) };
}

/** How an agent was found. */
export const AgentMatch = z.enum(["words", "typo", "meaning"]).meta({
  id: "AgentMatch",
  description:
    "`words`: the text names the agent, or its record contains all words of the text that tell something, in any form. `typo`: it contains them, some in another spelling. `meaning`: otherwise.",
});
export type AgentMatch = z.infer<typeof AgentMatch>;

export const MetWord = z
  .object({
    term: z.string().meta({ description: "The word of the text." }),
    word: z.string().meta({
      description:
        "The agent's own word as its record spells it. A stem, such as `translat`, if its name only contains the word.",
    }),
    how: z.enum(["exact", "near", "related", "name"]).meta({
      description:
        "`exact`: the same word in any form. `near`: another spelling, or a part of a name. `related`: by its meaning. `name`: by what `word` means, a word of the agent's name.",
    }),
    field: z
      .enum(FIELDS)
      .meta({ description: "Where the agent says `word`. `told`: in its name, which means `term`." }),
  })
  .meta({ id: "MetWord" });
export type MetWord = z.infer<typeof MetWord>;

export const SearchReason = z.enum(["named", "fits", "nothing asked", "no match", "none fits", "not offered"]).meta({
  id: "SearchReason",
  description:
    "`named`: the text names one agent. `fits`: the first agent fits. `nothing asked`: no word of the text tells what to look for. `no match`: no agent may fit. `none fits`: some may fit. `not offered`: no agent says anything like most of the text.",
});
export type SearchReason = z.infer<typeof SearchReason>;

export const AskedWord = z
  .object({
    word: z.string().meta({ description: "A word of the text, in small letters and without accents." }),
    read_as: z.string().optional().meta({ description: "The word that was read in its place, if it is no known one." }),
    how: z.enum(["exact", "near", "related", "none"]).meta({
      description:
        "How the agents say it that say it best. `exact`: in any form. `near`: in another spelling. `related`: only by other words. `none`: not at all.",
    }),
    agents: z.int().meta({ description: "How many of all agents say it, `exact` or `near`." }),
    telling: z.number().meta({
      description: "How much it tells of the wish, from 0 to 1. 0 for a word that suits almost every agent.",
    }),
  })
  .meta({ id: "AskedWord" });
export type AskedWord = z.infer<typeof AskedWord>;

export const Correction = z.object({ word: z.string(), read_as: z.string() }).meta({ id: "Correction" });
export type Correction = z.infer<typeof Correction>;

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
  fit: Fit,
  p: z.number().meta({ description: "How likely the agent fits, from 0 to 1. 1 if the text names it." }),
  met: z.array(MetWord).meta({ description: "The words of the text that the agent meets." }),
  highlights: z.array(Highlight).meta({ description: "Where the record says the met words." }),
}).meta({ id: "FoundAgent" });
export type FoundAgent = z.infer<typeof FoundAgent>;

/** The facts about all found agents together. */
const found = {
  reason: SearchReason,
  fits: z.int().meta({ description: "How many of the agents that `total` counts fit." }),
  total: z
    .int()
    .meta({ description: "The exact number of agents that fit or may fit. The cursor reaches the first 1,000." }),
  words: z.array(AskedWord).meta({ description: "The words of the text that were compared, in its order." }),
  unsaid: z.array(z.string()).meta({ description: "The words of the text that no agent says anything like." }),
  corrections: z.array(Correction).meta({ description: "The words that were read as others." }),
  facets: Facets.meta({
    description: "As in the directory, for the found agents; if more than 1,000 are found, the first.",
  }),
};

export const AgentSearch = z
  .object({
    q: z.string().meta({ description: "The search text that was used." }),
    agents: z.array(FoundAgent),
    ...found,
    limit: z.int(),
    next_cursor: z.string().optional().meta({ description: "Absent on the last page, and after 1,000 agents." }),
    semantic: z.boolean().meta({ description: "Whether a related word met any of these agents." }),
    generated_at: z.iso.datetime(),
  })
  .meta({ id: "AgentSearch" });
export type AgentSearch = z.infer<typeof AgentSearch>;

export interface SearchPage extends Pick<AgentSearch, "agents" | keyof typeof found> {
  /** How many agents can be paged through. */
  listed: number;
}
