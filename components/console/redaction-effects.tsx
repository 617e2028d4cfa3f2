import { RelativeTime } from "@/components/ui/relative-time";
import { actKindLabel } from "@/lib/features/council/act-words";
import type { RedactionEffect } from "@/lib/features/council/redactions/schema";

export function RedactionEffects({ effect: { subject, texts, acts } }: { effect: RedactionEffect }) {
  return (
    <div className="mt-3 grid gap-5 text-sm">
      <dl className="grid gap-3">
        {texts.map(({ field, text }) => (
          <div key={field}>
            <dt className="font-mono text-ink-2 text-xs">{field}</dt>
            <dd className="mt-1 max-h-60 overflow-y-auto whitespace-pre-wrap bg-sunk p-3 [overflow-wrap:anywhere]">
              <bdi>{text}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <div>
        {subject === "version" ? (
          <p>
            Each field that you mark loses its values in all versions. Everyone reads that they were removed. The record
            itself stays. If it still has the text, change it too.
          </p>
        ) : (
          <p>
            Each text that you mark becomes “Redacted on … because …”, here and in every copy that this service has:
            pages, exports, feeds, search, and deliveries that wait.
          </p>
        )}
        {acts.length > 0 && (
          <>
            <p className="mt-3">
              The payload and the salt of these acts are erased. Their hashes, leaves and commitments stay, so every
              proof stays valid. Other acts about the same subject are listed if they have one of these texts in the
              same field.
            </p>
            <ul className="mt-2 list-disc pl-5">
              {acts.map(({ seq, id, kind, at }) => (
                <li key={id}>
                  <a href={`/anchors/${id}`}>{`Entry ${seq.toLocaleString("en")}`}</a>,{" "}
                  {actKindLabel(kind).toLowerCase()}, <RelativeTime instant={at} />
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      <p className="border-ink border-l-4 pl-4">
        <b className="font-semibold">Others may have a copy.</b> A text and a salt that were published cannot be
        recalled. Anyone who kept both can still prove what the act said. Only this service’s copy is removed.
      </p>
    </div>
  );
}
