import { Identicon } from "@/components/marks/identicon";
import { profileHref } from "@/components/marks/profile-href";
import { type DidAdvice as Advice, adviseOnDid } from "@/lib/features/access/applications/rules";
import type { DidAvailability } from "@/lib/features/access/applications/schema";
import { describeCodePoint, INVISIBLE_IN_LINE } from "@/lib/foundation/text/plain-text";

interface DidAdviceProps {
  /** The typed text, trimmed. */
  did: string;
  /** Null if the check failed, or the text is not a DID. */
  availability: DidAvailability | null;
  /** Whether the form already shows the problem, because it was rejected for it. */
  rejected: boolean;
}

export function DidAdvice({ did, availability, rejected }: DidAdviceProps) {
  const advice = did === "" ? null : adviseOnDid(did);
  if (did === "" || (rejected && !advice)) return null;
  if (!advice) return <Availability did={did} availability={availability} />;
  return (
    <>
      <p>
        {!rejected && `${advice.problem} `}
        {advice.pieces.some(({ bad }) => bad) && <MarkedText pieces={advice.pieces} />}
      </p>
      {advice.suggestion && (
        <p>
          Suggestion:{" "}
          <button
            type="button"
            data-takes={advice.suggestion}
            data-for="did"
            className="min-h-6 cursor-pointer text-left font-mono text-accent underline underline-offset-3 [overflow-wrap:anywhere] hover:text-accent-strong noscript:pointer-events-none noscript:select-all noscript:no-underline"
          >
            {advice.suggestion}
          </button>
        </p>
      )}
    </>
  );
}

const TAKEN: Record<Exclude<DidAvailability, "free">, string> = {
  listed:
    "Nobody has claimed it yet. After you apply, your private page shows a code, and where to publish it as a proof.",
  "in directory": "You ask for a hand-over. Say below how you can prove that you own it.",
  "of an organisation": "It belongs to an organisation. Enter the exact name of that organisation below.",
};

function Availability({ did, availability }: { did: string; availability: DidAvailability | null }) {
  if (availability === null) {
    return <p>We cannot check now whether this DID is free. We check it again when you apply.</p>;
  }
  return (
    <p className="flex items-center gap-2">
      <span className="text-accent">
        <Identicon did={did} size={22} />
      </span>
      {availability === "free" ? (
        "This DID is free. This will be its seal."
      ) : (
        <span>
          This DID is <a href={profileHref(did)}>already in the directory</a>. {TAKEN[availability]}
        </span>
      )}
    </p>
  );
}

/** Marks the characters of a text that must be removed. Invisible characters are shown by name. */
function MarkedText({ pieces }: { pieces: Advice["pieces"] }) {
  let at = 0;
  return (
    <bdi className="font-mono font-normal [overflow-wrap:anywhere]">
      {pieces.map(({ text, bad }) => {
        at += text.length;
        if (!bad) return text;
        return (
          <mark key={at} className="mx-px bg-ink px-0.5 text-inverse">
            {seen(text)}
          </mark>
        );
      })}
    </bdi>
  );
}

function seen(character: string): string {
  if (character === " ") return "␣";
  return INVISIBLE_IN_LINE.test(character) ? describeCodePoint(character) : character;
}
