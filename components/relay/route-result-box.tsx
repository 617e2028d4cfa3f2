import type { ReactNode } from "react";

/** The id of the box, for the form and the links that show their result in it. */
export const ROUTE_RESULT_ID = "answer";

interface RouteResultBoxProps {
  /** The result in words, for screen readers. */
  says: string;
  children: ReactNode;
}

/** Shows a result, and messages that a script shows while it waits or when the request fails. */
export function RouteResultBox({ says, children }: RouteResultBoxProps) {
  return (
    <section
      id={ROUTE_RESULT_ID}
      aria-label="The relay’s result"
      className="border border-rule border-t-3 border-t-accent bg-raised px-4 pt-4 pb-2 md:px-5"
    >
      <p role="status" data-status className="text-ink-2 text-sm [section:not([aria-busy=true])>&]:sr-only" />
      <div role="alert">
        <Notice of="refused" title="Too many requests">
          Try again in <span data-word="wait" /> seconds.
        </Notice>
        <Notice of="failed" title="The relay is temporarily unavailable">
          Nothing was lost. Try again in a moment. Request <span data-word="request" className="font-mono text-xs" />
        </Notice>
        <Notice of="offline" title="No connection">
          Try again when you are online.
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

export function NoRouteResult({
  title,
  alert = false,
  children,
}: {
  title: string;
  alert?: boolean;
  children: ReactNode;
}) {
  return (
    <div role={alert ? "alert" : undefined} className="pb-3">
      <p className="font-medium font-serif text-title-3">{title}</p>
      <p className="mt-1 text-ink-2 text-sm">{children}</p>
    </div>
  );
}
