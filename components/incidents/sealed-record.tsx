import { HashGlyph } from "@/components/marks/hash-glyph";
import { CodeBlock } from "@/components/ui/code";
import { CopyButton } from "@/components/ui/copy-button";
import { RelativeTime } from "@/components/ui/relative-time";
import type { IncidentSeal } from "@/lib/features/incidents/schema";

/** Shows the seal of an exported incident, and how to verify it. @param origin this service's public address */
export function SealedRecord({ seal, origin }: { seal: IncidentSeal; origin: string }) {
  return (
    <>
      <dl className="text-sm">
        <div className="border-hair border-b py-2.5">
          <dt className="text-ink-2">SHA-256 of the record</dt>
          <dd className="mt-1 flex flex-wrap items-center gap-3">
            <HashGlyph hash={seal.sha256} />
            <code className="min-w-0 flex-1 font-mono text-xs [overflow-wrap:anywhere]">{seal.sha256}</code>
            <CopyButton text={seal.sha256} what="the record’s SHA-256" />
          </dd>
        </div>
        <div className="border-hair border-b py-2.5">
          <dt className="text-ink-2">Anchored as</dt>
          <dd className="mt-1">
            <a href={`/anchors/${seal.anchor_id}`}>{`Entry ${seal.anchor_seq.toLocaleString("en")} of the anchors`}</a>
          </dd>
        </div>
        <div className="border-hair border-b py-2.5">
          <dt className="text-ink-2">Record</dt>
          <dd className="mt-1">
            <a href={seal.record} className="font-mono text-xs">
              {seal.record}
            </a>
          </dd>
        </div>
      </dl>
      {seal.redacted_at === null ? (
        <>
          <p className="mt-3 mb-2 text-ink-2 text-sm">
            The anchor commits to this hash. Its salt is in the incident’s JSON. To hash the record yourself:
          </p>
          <div className="border-accent border-l-2">
            <CodeBlock code={`curl -s ${origin}${seal.record} | sha256sum`} />
          </div>
        </>
      ) : (
        <p className="mt-3 text-ink-2 text-sm">
          A text in the record was redacted <RelativeTime instant={seal.redacted_at} />. The hash is that of the record
          before the redaction.
        </p>
      )}
    </>
  );
}
