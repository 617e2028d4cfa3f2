import type { AgentRow } from "@/lib/database/schema/agents";
import type { AgentLivenessRow, AgentSigns } from "@/lib/database/schema/liveness";
import { domainsOf } from "@/lib/features/trust/rules";
import { type CardPlace, cardPlaceOf } from "../card-address";
import type { Liveness, LivenessStep } from "./schema";

const MINUTE_MILLISECONDS = 60_000;
const HOUR_MILLISECONDS = 60 * MINUTE_MILLISECONDS;
const DAY_MILLISECONDS = 24 * HOUR_MILLISECONDS;
/** The mean time from a check to the next one. */
const CHECK_MILLISECONDS = 30 * MINUTE_MILLISECONDS;
/** A check is early or late by up to this share, so that checks that began together do not stay together. */
const JITTER = 0.2;
/** After this many days without an answer, the checks end. */
export const MAX_SILENT_DAYS = 3;

/** Returns how long ago a sign of life was. The one place that decides it. */
export function stepOf(at: Date | null | undefined, now: Date): LivenessStep {
  if (!at) return "unknown";
  const age = now.getTime() - at.getTime();
  if (age < HOUR_MILLISECONDS) return "minutes";
  return age < DAY_MILLISECONDS ? "hours" : "days";
}

/** Returns the time of the check after one. @param random from 0 to 1 */
export function nextCheck(at: Date, random = Math.random()): Date {
  return new Date(at.getTime() + CHECK_MILLISECONDS * (1 + JITTER * (2 * random - 1)));
}

/**
 * Returns the start of an agent's failures, after a check that failed. A time without checks, for example while the agent
 * was suspended, does not count.
 */
export function silentFrom(
  { silentSince, checkedAt }: Pick<AgentLivenessRow, "silentSince" | "checkedAt">,
  at: Date,
): Date {
  const isContinuous = checkedAt !== null && at.getTime() - checkedAt.getTime() <= 3 * CHECK_MILLISECONDS;
  return (isContinuous ? silentSince : null) ?? at;
}

/** Returns whether an agent failed for so long that its checks end. */
export const isSilentTooLong = (since: Date, now: Date): boolean =>
  now.getTime() - since.getTime() >= MAX_SILENT_DAYS * DAY_MILLISECONDS;

/**
 * Returns the card to check: its host must be one that the agent has proven to control. Otherwise a sentence says why
 * there is none.
 */
export function checkedPlace(
  row: Pick<AgentRow, "endpoints" | "publicKey" | "provenKey" | "domains">,
): CardPlace | { fault: string } {
  const place = cardPlaceOf(row.endpoints);
  if (place === null) return { fault: "The record has no a2a endpoint, so its card has no address." };
  const { hostname } = new URL(place.address);
  if (domainsOf(row).includes(hostname)) return place;
  return { fault: `The card is at ${place.address}, and the agent has not proven that it controls ${hostname}.` };
}

/** What the search reads of an agent's checks: 1 if the last one was answered, -1 if it failed, 0 if nothing is known. */
export type Answering = -1 | 0 | 1;

export function answeringOf(row: Partial<Pick<AgentLivenessRow, "answeredAt" | "silentSince">>): Answering {
  if (row.silentSince) return -1;
  return row.answeredAt ? 1 : 0;
}

/** Returns an agent's signs of life. @param signs null if it has shown none */
export function viewLiveness(signs: AgentSigns | null, now: Date): Liveness {
  const dateOf = (at: string | null | undefined) => (at ? new Date(at) : null);
  const times = {
    checked_at: dateOf(signs?.checked_at),
    answered_at: dateOf(signs?.answered_at),
    silent_since: dateOf(signs?.silent_since),
    inbox_read_at: dateOf(signs?.inbox_read_at),
  };
  const known = Object.entries(times).flatMap(([name, at]) => (at ? [[name, at.toISOString()]] : []));
  return {
    step: stepOf(times.answered_at, now),
    inbox_step: stepOf(times.inbox_read_at, now),
    ...Object.fromEntries(known),
  };
}
