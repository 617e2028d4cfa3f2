import type { ReactNode } from "react";

/**
 * What a page shows in its place when the database does not answer. It tries again by itself, without JavaScript too.
 * @param requestId finds the cause in the service's log
 */
export function RegisterSilent({ requestId }: { requestId: string }) {
  return (
    <div role="alert" className="max-w-[52ch] py-10">
      <TryAgain />
      <h1 className="text-title-1">The register does not answer</h1>
      <p className="mt-3 text-ink-2 text-lg">
        Its database cannot be reached just now. Nothing on record is lost, and this page tries again every five
        seconds.
      </p>
      <Request id={requestId} />
    </div>
  );
}

/** The same for one part of a page whose other parts may stand. The page itself tries again. */
export function PartSilent({ requestId }: { requestId: string }) {
  return (
    <div className="border-hair border-b py-8 text-sm">
      <p className="font-medium font-serif text-title-3">The register does not answer</p>
      <p className="mt-1 text-ink-2">Nothing on record is lost, and this page tries again every five seconds.</p>
      <Request id={requestId} />
    </div>
  );
}

/** Has the browser ask for the page again. */
export function TryAgain() {
  return <meta httpEquiv="refresh" content="5" />;
}

function Request({ id }: { id: string }) {
  return (
    <p className="mt-3 text-ink-3 text-xs">
      Request <span className="font-mono">{id}</span>
    </p>
  );
}

interface AnsweredProps<T> {
  read: { ok: true; value: T } | { ok: false; requestId: string };
  children: (value: T) => ReactNode;
}

/** A part of a page with what it read, or in its place that its register does not answer. */
export function Answered<T>({ read, children }: AnsweredProps<T>) {
  return read.ok ? children(read.value) : <PartSilent requestId={read.requestId} />;
}
