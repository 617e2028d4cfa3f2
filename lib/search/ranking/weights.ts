import weights from "./weights.json";

/** Where an agent says a word. `told` is a word that the knowledge tells about a word of its name. */
export const FIELDS = [
  "name",
  "provider",
  "tag",
  "skill",
  "capability",
  "description",
  "tool",
  "skill text",
  "tool text",
  "example",
  "told",
] as const;
export type Field = (typeof FIELDS)[number];

/** How much a word counts, by the field that has it. `part` is for a part of a compound. */
export const fields: Record<Field | "part", number> = weights.fields;
/** How much a word counts in the place of another one. */
export const { meanings } = weights;
/**
 * z = bias + the sum of weight × feature; p = 1 / (1 + e^-z). `order` is fitted on all agents, and puts them in order. `fit` is
 * fitted on the first agent of each question, and tells how likely that one is right; `terms` is ln(1 + terms of the question).
 * `meaning` counts only with an operator's model: its cosine, from 0 for unrelated texts to 1 for equal ones. The other weights are
 * fitted without it. `npm run bench:search -- fit` writes them.
 */
export const { order, fit } = weights;
/**
 * The least p by `order` of an agent that may fit; by `fit` of one that fits, that fits a long question, and that fits a
 * question if nobody offers more than `mostUnoffered` of it; by examples of one that fits, and
 * that may fit.
 */
export const { limits } = weights;
/**
 * How likely a person calls two agents alike: as `order`, of the most telling word that both say, and the cosine of the
 * directions of their words. `least` is that of similar agents.
 */
export const { similar } = weights;
