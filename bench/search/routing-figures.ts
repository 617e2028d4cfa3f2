import { quantile } from "../rounds";

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
  /** An agent was chosen. */
  isRouted: boolean;
  milliseconds: number;
}

/** The best agent for a text by the examples alone. */
export interface Scored {
  inScope: boolean;
  right: boolean;
  score: number;
}

/** What one federation gave. Shares are of 1. */
export interface Line {
  name: string;
  agents: number;
  inScope: number;
  outOfScope: number;
  /** In-scope accuracy: routed to the right agent. One that is turned away counts as wrong (Larson et al. 2019). */
  accuracy: number;
  /** Out-of-scope recall: turned away. */
  recall: number;
  /** The right agent came first, whatever the score. */
  first: number;
  /** The right agent was among the candidates. */
  found: number;
  registrationMilliseconds: number;
}

const THRESHOLDS = Array.from({ length: 61 }, (_, n) => n / 100);

const share = <T>(of: readonly T[], holds: (each: T) => boolean) => of.filter(holds).length / of.length;

export function lineOf(name: string, agents: number, routed: Routed[], registrationsMilliseconds: number[]): Line {
  const inside = routed.filter(({ inScope }) => inScope);
  const outside = routed.filter(({ inScope }) => !inScope);
  return {
    ...{ name, agents, inScope: inside.length, outOfScope: outside.length },
    first: share(inside, ({ right }) => right),
    found: share(inside, ({ found }) => found),
    accuracy: share(inside, ({ right, isRouted }) => right && isRouted),
    recall: share(outside, ({ isRouted }) => !isRouted),
    registrationMilliseconds: quantile(registrationsMilliseconds, 0.5),
  };
}

/** Returns the least threshold that turns so many of the out-of-scope away. */
export function thresholdFor(scored: readonly Scored[], recall: number): number {
  const outside = scored.filter(({ inScope }) => !inScope);
  return THRESHOLDS.find((threshold) => share(outside, ({ score }) => score < threshold) >= recall) ?? Number.NaN;
}
