import { FEATURES } from "./features";
import type { Term } from "./question";
import { fit, limits, order } from "./weights";

/** Returns z by `order`. @param features of one agent */
export function zOf(features: Float32Array, meaning: number): number {
  const byWords = FEATURES.reduce((z, name, at) => z + order[name] * (features[at] ?? 0), order.bias);
  return byWords + order.meaning * meaning;
}

/** Returns how likely an agent that is the first is right. */
export function fitOf(features: Float32Array, terms: number, meaning: number): number {
  const [related = 0, , standing = 0] = features;
  const byWords = fit.bias + fit.related * related + fit.standing * standing + fit.terms * Math.log1p(terms);
  return probabilityOf(byWords + fit.meaning * meaning);
}

export const probabilityOf = (z: number) => 1 / (1 + Math.exp(-z));
/** Of a p of 1 too, which has none. */
export const logOddsOf = (p: number) => Math.log(p / Math.max(1 - p, Number.EPSILON));

/** Returns the share of what the terms tell that no agent offers, even in related words. */
function unofferedShare(terms: readonly Term[]): number {
  const told = terms.reduce((sum, { telling }) => sum + telling, 0);
  return told === 0 ? 0 : 1 - terms.reduce((sum, { weight }) => sum + weight, 0) / told;
}

/** A question of more terms is long: much of it is no part of the wish. */
const SHORT_TERMS = 5;

/** Returns whether no agent says anything like the most of a short question. */
export const isUnoffered = (terms: readonly Term[]) =>
  terms.length <= SHORT_TERMS && unofferedShare(terms) > limits.mostUnoffered;

/** Returns the least p of an agent that fits a question. */
export function leastFit(terms: readonly Term[]): number {
  if (isUnoffered(terms)) return limits.fitsUnoffered;
  return terms.length > SHORT_TERMS ? limits.fitsLong : limits.fits;
}

/** Returns whether a question has a telling word. */
export const isAsking = (terms: readonly Term[]) => terms.some(({ isGeneric }) => !isGeneric);
