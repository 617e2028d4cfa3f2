import type { DidAdvice } from "@/lib/applications/rules";
import { codePoint, UNSEEN_IN_LINE } from "@/lib/text/plain-text";

/** A text with what must go from it marked; what nobody would see is written out. */
export function MarkedText({ pieces }: { pieces: DidAdvice["pieces"] }) {
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
