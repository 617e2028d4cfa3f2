import type { DisputeState } from "@/lib/features/disputes/schema";
import { disputeInWords } from "@/lib/features/disputes/view";

/**
 * Says that a record is disputed, with two halves apart, or how the dispute was decided. Otherwise it shows nothing.
 * @param href of the reply. Absent on the record’s own page, and within a summary, which can contain no link
 */
export function DisputeMark({ state, href }: { state: DisputeState; href?: string }) {
  const words = disputeInWords(state);
  if (words === null) return null;
  const name = words.charAt(0).toUpperCase() + words.slice(1);
  if (state !== "disputed") return <span className="text-ink-3 text-xs">{name}</span>;
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap font-semibold text-ink text-sm">
      <svg aria-hidden width="18" height="13" viewBox="0 0 18 13">
        <path d="M0 0H7V4.2H4V8.8H7V13H0Z" fill="currentColor" />
        <path d="M17.3 .7H10V4.2H7V8.8H10V12.3H17.3Z" fill="none" stroke="currentColor" strokeWidth="1.4" />
      </svg>
      {href === undefined ? (
        name
      ) : (
        <a href={`${href}#reply`} className="relative z-1 text-ink">
          {name}
        </a>
      )}
    </span>
  );
}
