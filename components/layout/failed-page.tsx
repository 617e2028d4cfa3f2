"use client";

import { unstable_isUnrecognizedActionError as isOfOlderBuild } from "next/navigation";
import { BUTTON } from "@/components/ui/button";

export interface FailedPageProps {
  /** Its digest finds the cause in the service's log. If reading failed, the digest is the request id. */
  error: Error & { digest?: string };
  reset: () => void;
}

export function FailedPage({ error, reset }: FailedPageProps) {
  const { digest } = error;
  const older = isOfOlderBuild(error);
  return (
    <div role="alert" className="max-w-[52ch] py-10">
      <h1 className="text-title-1">
        {older ? "This page belongs to an older release" : "This page could not be shown"}
      </h1>
      <p className="mt-3 text-ink-2 text-lg">
        {older
          ? "The service was updated after you opened this page, so the form was not sent. Nothing was changed."
          : "The error is on our side, and it is in our log. No record is lost. If it happens again, send the operators the reference below."}
      </p>
      {!older && digest && (
        <p className="mt-3 text-ink-3 text-xs">
          Reference <span className="font-mono">{digest}</span>
        </p>
      )}
      <p className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-3">
        <button type="button" onClick={older ? () => window.location.reload() : reset} className={BUTTON.solid}>
          {older ? "Reload" : "Try again"}
        </button>
        <a href="/status">Service status</a>
      </p>
    </div>
  );
}
