import { profileHref } from "@/components/agents/profile-href";
import { Seal } from "@/components/drawings/seal";
import { type DidAdvice as Advice, adviseOnDid } from "@/lib/applications/rules";
import type { DidStanding } from "@/lib/applications/schema";
import { codePoint, UNSEEN_IN_LINE } from "@/lib/text/plain-text";

interface DidAdviceProps {
  /** What was typed, without what is around it. */
  did: string;
  /** What is known of it; `null` where that cannot be told, or where it is no DID. */
  standing: DidStanding | null;
  /** Whether the form was refused for it, so that the problem is said already. */
  refused: boolean;
}

/** What is to be said of a DID: what must go from it, what it might be instead, or whether it is free. */
export function DidAdvice({ did, standing, refused }: DidAdviceProps) {
  const advice = did === "" ? null : adviseOnDid(did);
  if (did === "" || (refused && !advice)) return null;
  if (!advice) return <Availability did={did} standing={standing} />;
  return (
    <>
      <p>
        {!refused && `${advice.problem} `}
        {advice.pieces.some(({ bad }) => bad) && <MarkedText pieces={advice.pieces} />}
      </p>
      {advice.suggestion && (
        <p>
          Would this do?{" "}
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

function Availability({ did, standing }: { did: string; standing: DidStanding | null }) {
  if (standing === null) {
    return <p>Whether it is free cannot be told just now. It is looked at again when you apply.</p>;
  }
  return (
    <p className="flex items-center gap-2">
      <span className="text-accent">
        <Seal did={did} size={22} />
      </span>
      {standing === "free" ? (
        "It is free: nobody has joined under it. This will be its seal."
      ) : (
        <span>
          It is <a href={profileHref(did)}>in the directory already</a>.{" "}
          {standing === "of an organisation"
            ? "It belongs to an organisation: give that organisation’s name below, exactly."
            : "You ask for it to be handed over to you: say below how you can show that it is yours."}
        </span>
      )}
    </p>
  );
}

/** A text with what must go from it marked; what nobody would see is written out. */
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
  return UNSEEN_IN_LINE.test(character) ? codePoint(character) : character;
}
