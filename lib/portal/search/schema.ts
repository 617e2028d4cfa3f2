import { z } from "zod";
import { AskedWord, Correction, MetWord, SearchReason } from "@/lib/features/directory/search-schema";
import { wholeNumber } from "@/lib/http/page";
import { Fit } from "@/lib/search/schema";

/** The kinds of things that can be found, in the order of the results. */
export const SearchKind = z
  .enum(["agent", "incident", "rfc", "audit", "entry", "trace", "release", "page"])
  .meta({ id: "SearchKind", description: "`entry`: a log entry, by its id, its hash or its place." });
export type SearchKind = z.infer<typeof SearchKind>;

export const SearchQuery = z.object({
  q: z.string().optional().meta({
    description:
      "A DID, an id, a hash or its first eight digits, the number of an incident, RFC or anchor (`rfc 8`), a trace's whole id, a version, or words.",
  }),
  limit: wholeNumber(1, 20, 5).meta({ description: "Maximum results of each kind." }),
});
export type SearchQuery = z.infer<typeof SearchQuery>;

export const SearchHit = z
  .object({
    kind: SearchKind,
    id: z.string().meta({ description: "A DID, a number, a UUID, a trace's id, a version, or a page's path." }),
    title: z.string(),
    about: z.string().meta({ description: "A short description; for an entry, its hash." }),
    description: z.string().optional().meta({ description: "For an agent, the beginning of its description." }),
    match: z.enum(["words", "typo", "meaning"]).optional().meta({
      description:
        "How it was found, if it does not contain the text. `words`: it has all of the words, in any form. `typo`: it has words with nearly the same letters. `meaning`: it has related words, or only some of the words. Such results come after the others of their kind, those that fit best first.",
    }),
    fit: Fit.optional().meta({ description: "For an agent that was found by words, whether it fits." }),
    p: z.number().optional().meta({ description: "For such an agent, how likely it fits. 1 if the text names it." }),
    met: z.array(MetWord).optional().meta({ description: "For such an agent, the words of the text that it meets." }),
    json: z.string().optional().meta({ description: "The path of the complete data as JSON." }),
  })
  .meta({ id: "SearchHit" });
export type SearchHit = z.infer<typeof SearchHit>;

export const SearchGroup = z.object({
  kind: SearchKind,
  results: z.array(SearchHit),
  more: z.boolean().meta({ description: "Whether there are more of this kind." }),
});
export type SearchGroup = z.infer<typeof SearchGroup>;

export const AgentsReading = z
  .object({
    reason: SearchReason,
    words: z.array(AskedWord).meta({ description: "The words of the text that were compared, in its order." }),
    unsaid: z.array(z.string()).meta({ description: "The words of the text that no agent says anything like." }),
    corrections: z.array(Correction).meta({ description: "The words that were read as others." }),
  })
  .meta({ id: "AgentsReading", description: "How the text was read to find agents." });
export type AgentsReading = z.infer<typeof AgentsReading>;

export const SearchAnswer = z
  .object({
    q: z.string().meta({ description: "The text that was searched for." }),
    exact: z.array(SearchHit).meta({ description: "Things whose id, number, hash or version is exactly the text." }),
    groups: z.array(SearchGroup).meta({ description: "The others, always in the same order of kinds." }),
    agents: AgentsReading.optional().meta({ description: "Absent if there is no text." }),
    generated_at: z.iso.datetime(),
  })
  .meta({ id: "SearchAnswer" });
export type SearchAnswer = z.infer<typeof SearchAnswer>;
