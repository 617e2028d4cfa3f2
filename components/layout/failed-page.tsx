"use client";

import { unstable_isUnrecognizedActionError as isOfOlderBuild } from "next/navigation";
import { BUTTON } from "@/components/ui/button";

export interface FailedPageProps {
  /** Its digest finds the cause in the service's log: the request's id where the error came from reading. */
  error: Error & { digest?: string };
  reset: () => void;
}

/** What a person sees in place of a page that could not be made, for a reason nobody thought of. */
export function FailedPage({ error, reset }: FailedPageProps) {
  const { digest } = error;
  const older = isOfOlderBuild(error);
  return (
    <div role="alert" className="max-w-[52ch] py-10">
      <h1 className="text-title-1">
        {older ? "This page is of an older release" : "This page could not be made just now"}
      </h1>
      <p className="mt-3 text-ink-2 text-lg">
        {older
          ? "The service was renewed since it was opened, so its form was not sent. Nothing was done."
          : "The fault is ours, and it is in our log. Nothing on record is lost. Should it stay, tell whoever runs this service the reference below."}
      </p>
      {!older && digest && (
        <p className="mt-3 text-ink-3 text-xs">
          Reference <span className="font-mono">{digest}</span>
        </p>
      )}
      <p className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-3">
        <button type="button" onClick={older ? () => window.location.reload() : reset} className={BUTTON.solid}>
          {older ? "Load it again" : "Try again"}
        </button>
        <a href="/status">What works just now</a>
      </p>
    </div>
  );
}
