import type { Field } from "./record";
import weights from "./weights.json";

/** How much a word counts, by the field that has it. `part` is for a part of a compound. */
export const fields: Record<Field | "part", number> = weights.fields;
export const { meanings, model, limits } = weights;
