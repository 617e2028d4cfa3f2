import { Actor } from "@/components/marks/did";
import { RelativeTime } from "@/components/ui/relative-time";
import { Section } from "@/components/ui/section";
import { type Difference, differenceOf, fieldName, readableChanges } from "@/lib/features/agents/differences";
import type { AgentVersion, AgentVersions } from "@/lib/features/agents/version-schema";

interface WhatChangedProps {
  versions: AgentVersions;
  /** The path of all versions as JSON. */
  jsonPath: string;
}

/** Shows the last changes of a record, the newest open. Without a change it shows nothing. */
export function WhatChanged({ versions: { did, versions, next_cursor: more }, jsonPath }: WhatChangedProps) {
  if (versions.length === 0) return null;
  return (
    <Section
      title="What changed"
      aside={<a href={jsonPath}>{more === undefined ? "As JSON" : "More versions as JSON"}</a>}
    >
      {versions.map((version, index) => (
        <Version key={version.revision} did={did} version={version} isOpen={index === 0} />
      ))}
    </Section>
  );
}

const MAX_FIELDS_NAMED = 4;

function Version({ did, version, isOpen }: { did: string; version: AgentVersion; isOpen: boolean }) {
  const { at, by } = version;
  const changes = readableChanges(version);
  const names = changes.map(({ field }) => fieldName(field));
  const others = names.length - MAX_FIELDS_NAMED;
  return (
    <details open={isOpen} className="border-hair border-b text-sm">
      <summary className="min-h-11 py-2.5 [overflow-wrap:anywhere]">
        <span className="font-semibold">
          {names.slice(0, MAX_FIELDS_NAMED).join(", ") + (others > 0 ? ` and ${others} more` : "")}
        </span>{" "}
        <span className="text-ink-2 text-xs">
          <RelativeTime instant={at} />
          {by !== "" && (
            <>
              {", by "}
              {by === did ? "the agent" : <Actor name={by} inline />}
            </>
          )}
        </span>
      </summary>
      <dl className="pb-3">
        {changes.map((change) => (
          <div key={change.field} className="grid gap-x-5 gap-y-0.5 py-1.5 md:grid-cols-[11rem_minmax(0,1fr)]">
            <dt className="text-ink-2 [overflow-wrap:anywhere]">{fieldName(change.field)}</dt>
            <dd className="min-w-0 [overflow-wrap:anywhere]">
              <Shown difference={differenceOf(change)} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

const PARTS = {
  same: ({ text }: { text: string }) => text,
  removed: ({ text }: { text: string }) => <del className="text-ink-3">{text}</del>,
  added: ({ text }: { text: string }) => (
    <ins className="bg-accent-wash underline decoration-accent underline-offset-2">{text}</ins>
  ),
};

/** Shows a difference. Neither of the values relies on colour: one is struck out, and the other is underlined. */
function Shown({ difference }: { difference: Difference }) {
  if (difference.kind === "hidden") return <span className="text-ink-3">{difference.why}</span>;
  if (difference.kind === "list") {
    return (
      <>
        <Items word="Added" items={difference.added} />
        <Items word="Removed" items={difference.removed} />
        <Items word="Reworded" items={difference.reworded} />
      </>
    );
  }
  if (difference.kind === "text") {
    return (
      <bdi className="whitespace-pre-line">
        {difference.parts.map(({ is, text, at }) => {
          const Part = PARTS[is];
          return <Part key={at} text={text} />;
        })}
      </bdi>
    );
  }
  const { from, to } = difference;
  return (
    <>
      {from === "" ? <span className="text-ink-3">none</span> : <bdi>{PARTS.removed({ text: from })}</bdi>}
      <span className="sr-only">{", now "}</span>
      <span aria-hidden>{" → "}</span>
      {to === "" ? <span className="text-ink-3">none</span> : <bdi>{PARTS.added({ text: to })}</bdi>}
    </>
  );
}

const MAX_ITEMS = 12;

function Items({ word, items }: { word: string; items: readonly string[] }) {
  if (items.length === 0) return null;
  const others = items.length - MAX_ITEMS;
  return (
    <p>
      <span className="text-ink-2">{`${word}: `}</span>
      <bdi>{items.slice(0, MAX_ITEMS).join(", ")}</bdi>
      {others > 0 && ` and ${others} more`}
    </p>
  );
}
