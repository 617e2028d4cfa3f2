/** An intent to route, and whose it is; null: nobody's. */
export interface Question {
  intent: string;
  answer: string | null;
}

/** How an intent was routed, threshold apart. */
export interface Routed {
  inScope: boolean;
  /** The right agent came first. */
  right: boolean;
  /** The right agent was among the candidates. */
  found: boolean;
  score: number;
  milliseconds: number;
}

const share = (of: Routed[], holds: (routed: Routed) => boolean) => of.filter(holds).length / of.length;
const inScope = (routed: Routed[]) => routed.filter((one) => one.inScope);
const outOfScope = (routed: Routed[]) => routed.filter((one) => !one.inScope);

/** In-scope accuracy: routed to the right agent. One that is turned away counts as wrong (Larson et al. 2019). */
export function acceptedRight(routed: Routed[], threshold: number): number {
  return share(inScope(routed), ({ right, score }) => right && score >= threshold);
}

/** Out-of-scope recall: turned away. */
export function rejected(routed: Routed[], threshold: number): number {
  return share(outOfScope(routed), ({ score }) => score < threshold);
}

/** Of the in-scope: the right agent first, and the right agent among the candidates, whatever the score. */
export function shares(routed: Routed[]): { first: number; found: number } {
  return { first: share(inScope(routed), ({ right }) => right), found: share(inScope(routed), ({ found }) => found) };
}

/** The least threshold that turns so many of the out-of-scope away. */
export function thresholdFor(routed: Routed[], recall: number): number {
  const scores = outOfScope(routed)
    .map(({ score }) => score)
    .sort((a, b) => a - b);
  return scores[Math.min(scores.length - 1, Math.ceil(scores.length * recall))] ?? Number.NaN;
}
