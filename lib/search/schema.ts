import { z } from "zod";
import { wholeNumber } from "@/lib/http/page";

/** What can be found, in the order in which answers have it. */
export const SearchKind = z
  .enum(["agent", "incident", "rfc", "audit", "entry", "trace", "release", "page"])
  .meta({ id: "SearchKind", description: "`entry`: one of a log's, by its id, its hash or its place." });
export type SearchKind = z.infer<typeof SearchKind>;

export const SearchQuery = z.object({
  q: z.string().optional().meta({
    description:
      "A DID, an id, a hash or the first eight digits of it, the number of an incident, RFC or anchor (`rfc 8`), a trace's whole id, a version, or words.",
  }),
  limit: wholeNumber(1, 20, 5).meta({ description: "Most results of each kind." }),
});
export type SearchQuery = z.infer<typeof SearchQuery>;

export const SearchResult = z
  .object({
    kind: SearchKind,
    id: z.string().meta({ description: "A DID, a number, a UUID, a trace's id, a version, or a page's path." }),
    title: z.string(),
    about: z.string().meta({ description: "What it is, in a few words; of an entry its hash." }),
    match: z.enum(["words", "typo", "meaning"]).optional().meta({
      description:
        "How it was found where it does not have the text itself: `words` in another English form, `typo` by words of nearly the same letters, `meaning` by what it says. Those come after the others of their kind, in this order.",
    }),
    json: z.string().optional().meta({ description: "Where the whole of it is told as JSON: a path." }),
  })
  .meta({ id: "SearchResult" });
export type SearchResult = z.infer<typeof SearchResult>;

export const SearchGroup = z.object({
  kind: SearchKind,
  results: z.array(SearchResult),
  more: z.boolean().meta({ description: "Whether there are more of this kind." }),
});
export type SearchGroup = z.infer<typeof SearchGroup>;

export const SearchAnswer = z
  .object({
    q: z.string().meta({ description: "What was looked for." }),
    exact: z.array(SearchResult).meta({ description: "What has just this as its id, number, hash or version." }),
    groups: z.array(SearchGroup).meta({ description: "The others, always in the same order of kinds." }),
    generated_at: z.iso.datetime(),
  })
  .meta({ id: "SearchAnswer" });
export type SearchAnswer = z.infer<typeof SearchAnswer>;
