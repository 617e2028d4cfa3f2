import { HashJoint } from "@/components/marks/hash-glyph";
import { CopyButton } from "@/components/ui/copy-button";
import { ShortHash } from "./short-hash";

/** An entry of a log, with the fields that the drawing needs. */
export interface ChainEntry {
  seq: number;
  id: string;
  hash: string;
  prev_hash: string;
  scope: string;
  validation_status: string;
  /** ISO 8601. */
  created_at: string;
}

/** Draws entries of a log, newest first, as slips of paper. The cut between two slips is the hash that links them. */
export function Chain({ entries }: { entries: readonly ChainEntry[] }) {
  return (
    <ol className="border-total border-t">
      {entries.map((entry, index) => (
        <li key={entry.id} className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-5">
          <Slip entry={entry} first={index === 0} below={entries[index + 1]} />
          <div className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1 border-hair border-b py-2.5 md:grid-cols-[minmax(0,1fr)_minmax(0,1.6fr)_auto] md:items-center">
            <p>
              <a
                href={`/anchors/${entry.id}`}
                className="font-medium font-serif text-lg text-ink tabular-nums no-underline hover:text-accent hover:underline"
              >
                <span className="sr-only">{"Entry "}</span>
                {entry.seq.toLocaleString("en")}
              </a>
              <span className="block text-ink-2 text-xs">
                {entry.scope}, {entry.validation_status}
              </span>
            </p>
            <p className="order-3 col-span-2 flex flex-wrap gap-x-5 gap-y-1 md:order-none md:col-span-1 md:flex-col">
              <span className="flex items-center gap-3">
                <span className="sr-only">{"Hash "}</span>
                <ShortHash hash={entry.hash} />
                <CopyButton text={entry.hash} what={`the hash of entry ${entry.seq}`} />
              </span>
              <span>
                <span className="sr-only">{"Hash of the entry before "}</span>
                <ShortHash hash={entry.prev_hash} quiet />
              </span>
            </p>
            <p className="text-right font-mono text-xs">
              <time dateTime={entry.created_at}>
                {entry.created_at.slice(11, 23)}
                <span className="block font-sans text-ink-2">{`${entry.created_at.slice(0, 10)} UTC`}</span>
              </time>
            </p>
          </div>
        </li>
      ))}
    </ol>
  );
}

/** Draws one slip. Its lower edge is cut by the hash that it names. The slip below has that hash, or does not fit. */
function Slip({ entry, first, below }: { entry: ChainEntry; first: boolean; below: ChainEntry | undefined }) {
  const even = entry.seq % 2 === 0;
  return (
    <div aria-hidden className="relative">
      <div
        className={`absolute inset-0 border-ink border-x ${even ? "bg-slip-a" : "bg-slip-b"} ${first ? "border-t" : ""} ${entry.seq === 1 ? "border-b" : ""}`}
      />
      {entry.seq > 1 && (
        <div className="absolute inset-x-0 -bottom-3 z-1">
          <HashJoint upper={entry.prev_hash} lower={below?.hash ?? entry.prev_hash} swapped={!even} />
        </div>
      )}
    </div>
  );
}
