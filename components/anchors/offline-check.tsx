import { CodeTabs } from "@/components/ui/code";

export function OfflineCheck({ origin, log }: { origin: string; log: string }) {
  const suffix = log === "anchors" ? "" : ` ${log}`;
  return (
    <>
      <details className="mt-6 border-hair border-t pt-3 text-ink-2 text-sm" open>
        <summary className="font-semibold text-ink">What this does not show</summary>
        <p className="mt-1">
          It does not show that the entries are true, or that nothing was left out before it was written. If all edges
          fit, nothing was changed since then.
        </p>
      </details>
      <h3 className="mt-6 mb-2 text-md">Repeat it without this page</h3>
      <CodeTabs
        label="Commands that repeat the check"
        samples={{ Node: `curl -sO ${origin}/evidence/verify.mjs\nnode verify.mjs ${origin}${suffix}` }}
      />
      <p className="mt-4 text-sm">
        <a href="/log">Keys, tiles, and how to audit both logs</a>
      </p>
    </>
  );
}
