/**
 * What a page shows in its place when the database does not answer. It tries again by itself, without JavaScript too.
 * @param requestId finds the cause in the service's log
 */
export function RegisterSilent({ requestId }: { requestId: string }) {
  return (
    <div role="alert" className="max-w-[52ch] py-10">
      <meta httpEquiv="refresh" content="5" />
      <h1 className="text-title-1">The register does not answer</h1>
      <p className="mt-3 text-ink-2 text-lg">
        Its database cannot be reached just now. Nothing on record is lost, and this page tries again every five
        seconds.
      </p>
      <p className="mt-3 text-ink-3 text-xs">
        Request <span className="font-mono">{requestId}</span>
      </p>
    </div>
  );
}
