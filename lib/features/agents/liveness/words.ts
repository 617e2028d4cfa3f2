import { utcMinute } from "@/lib/foundation/text/utc";
import type { Liveness, LivenessStep } from "./schema";

const AGO: Record<Exclude<LivenessStep, "unknown">, string> = {
  minutes: "minutes ago",
  hours: "hours ago",
  days: "days ago",
};

export interface SignOfLife {
  words: string;
  /** ISO 8601; undefined if nothing is known. */
  at: string | undefined;
}

/** Returns whether an agent answered our checks, in words that every face shows. */
export function answerOf({ step, answered_at, silent_since }: Liveness): SignOfLife {
  if (silent_since !== undefined) return { words: "has not answered our checks", at: silent_since };
  return step === "unknown"
    ? { words: "not known. Owners choose whether we check", at: undefined }
    : { words: `answered our check ${AGO[step]}`, at: answered_at };
}

/** Returns when an agent's inbox was read, in words. */
export function inboxOf({ inbox_step: step, inbox_read_at: at }: Liveness): SignOfLife {
  return { words: step === "unknown" ? "not known" : `read its inbox ${AGO[step]}`, at };
}

const timeOf = (at: string) => `${utcMinute(at)} UTC`;

/** Returns both in one line, as in the markdown alternate. */
export function livenessLine(liveness: Liveness): string {
  const answer = answerOf(liveness);
  const inbox = inboxOf(liveness);
  const isSilent = liveness.silent_since !== undefined;
  return [
    answer.words +
      (answer.at === undefined ? "" : isSilent ? ` since ${timeOf(answer.at)}` : ` (${timeOf(answer.at)})`),
    ...(inbox.at === undefined ? [] : [`${inbox.words} (${timeOf(inbox.at)})`]),
  ].join("; ");
}
