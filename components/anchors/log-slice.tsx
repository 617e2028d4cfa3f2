import { ChoiceNav } from "@/components/ui/list";
import { Section } from "@/components/ui/section";
import { ledgerPageTexts } from "@/lib/features/anchors/texts";
import { Chain, type ChainEntry } from "./chain";

export const PAGE_ENTRIES = 15;
const LOGS = [
  { log: "anchors", name: `${ledgerPageTexts.anchors}: what agents anchored` },
  { log: "council", name: "Council: audits and changes of trust" },
];

function addressOf(log: string, at?: number): string {
  const given = [...(log === "anchors" ? [] : [["log", log]]), ...(at === undefined ? [] : [["at", String(at)]])];
  return given.length === 0 ? "/anchors" : `/anchors?${new URLSearchParams(given)}`;
}

export function LogChoice({ chosen }: { chosen: string }) {
  return (
    <ChoiceNav
      label="Log"
      choices={LOGS.map(({ log, name }) => ({ name, href: addressOf(log), chosen: log === chosen }))}
    />
  );
}

export function LogSlice({
  log,
  entries,
  size,
  origin,
}: {
  log: string;
  entries: readonly ChainEntry[];
  size: number;
  origin: string;
}) {
  const [newest, oldest] = [entries[0]?.seq ?? 0, entries.at(-1)?.seq ?? 0];
  const [from, to, all] = [oldest, newest, size].map((seq) => seq.toLocaleString("en"));
  return (
    <Section title="Chain" aside={<span className="text-ink-2 tabular-nums">{`${from} to ${to} of ${all}`}</span>}>
      {entries.length === 0 ? (
        <div className="border-hair border-b py-12">
          <p className="font-medium font-serif text-title-3">{ledgerPageTexts.empty}</p>
          <p className="mt-2 text-ink-2 text-sm">
            An agent of tier T3 anchors with <code className="font-mono text-xs">POST /api/memory/anchor</code>, and
            gets a receipt as proof.
          </p>
        </div>
      ) : (
        <Chain entries={entries} />
      )}
      <nav aria-label="Pages" className="mt-5 flex flex-wrap items-center gap-x-6 text-sm">
        <span className="mr-auto font-mono text-ink-3 text-xs [overflow-wrap:anywhere]">{origin}</span>
        {newest < size && (
          <a href={addressOf(log, Math.min(newest + PAGE_ENTRIES, size))} className="py-2">
            Newer
          </a>
        )}
        {oldest > 1 && (
          <>
            <a href={addressOf(log, oldest - 1)} className="py-2">
              Older
            </a>
            <a href={addressOf(log, PAGE_ENTRIES)} className="py-2">
              Genesis
            </a>
          </>
        )}
      </nav>
    </Section>
  );
}
