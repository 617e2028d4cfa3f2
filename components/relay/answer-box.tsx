import type { ReactNode } from "react";

/** The id of the box, for the form and links that have their answer shown in it. */
export const ANSWER = "answer";

interface AnswerBoxProps {
  /** What stands there in words, for those who cannot see the box change. */
  says: string;
  children: ReactNode;
}

/** The place of the answer, with what a script shows in it while it asks and where no answer comes. */
export function AnswerBox({ says, children }: AnswerBoxProps) {
  return (
    <section
      id={ANSWER}
      aria-label="The relay’s answer"
      className="border border-rule border-t-3 border-t-accent bg-raised px-4 pt-4 pb-2 md:px-5"
    >
      <p role="status" data-status className="text-ink-2 text-sm [section:not([aria-busy=true])>&]:sr-only" />
      <div role="alert">
        <Notice of="refused" title="Too many requests">
          Ask again in <span data-word="wait" /> seconds.
        </Notice>
        <Notice of="failed" title="The relay does not answer">
          Nothing was lost. Ask again in a moment. Request <span data-word="request" className="font-mono text-xs" />
        </Notice>
        <Notice of="offline" title="No connection">
          Ask again once the network is back.
        </Notice>
      </div>
      <div data-says={says}>{children}</div>
    </section>
  );
}

function Notice({ of, title, children }: { of: string; title: string; children: ReactNode }) {
  return (
    <div data-notice={of} hidden className="pb-3">
      <p className="font-medium font-serif text-title-3">{title}</p>
      <p className="mt-1 text-ink-2 text-sm [overflow-wrap:anywhere]">{children}</p>
    </div>
  );
}

/** What stands in the box where nothing was routed: why, and what to do. */
export function NoAnswer({ title, alert = false, children }: { title: string; alert?: boolean; children: ReactNode }) {
  return (
    <div role={alert ? "alert" : undefined} className="pb-3">
      <p className="font-medium font-serif text-title-3">{title}</p>
      <p className="mt-1 text-ink-2 text-sm">{children}</p>
    </div>
  );
}
