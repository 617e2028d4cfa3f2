import { HashJoint } from "@/components/marks/hash-glyph";

interface RibbonEntry {
  seq: number;
  id: string;
  hash: string;
  prev_hash: string;
  /** ISO 8601. */
  created_at: string;
}

interface RibbonProps {
  /** Newest first. */
  entries: readonly RibbonEntry[];
  /** Whether writing is stopped at the moment. */
  frozen: boolean;
}

const paperOf = (seq: number) => (seq % 2 === 0 ? "bg-slip-a" : "bg-slip-b");

/**
 * Draws the newest entries of a log from left to right, or from top to bottom on a phone, with a place for the next
 * entry. Each slip is cut to fit the one before.
 */
export function Ribbon({ entries, frozen }: RibbonProps) {
  const slips = entries.toReversed();
  return (
    <ol className="mt-4 text-ink md:flex md:h-18">
      {slips.map((entry, index) => (
        <li key={entry.id} className="min-w-0 md:flex md:flex-1">
          <Slip entry={entry} first={index === 0} />
          <Seam left={entry} right={slips[index + 1]} />
        </li>
      ))}
      <li
        className={`grid min-h-14 place-items-center border border-dashed px-4 py-2 text-center text-sm md:min-w-0 md:flex-1 md:border-l-0 ${frozen ? "border-frozen-edge bg-frozen-wash text-frozen" : "border-rule text-ink-2"}`}
      >
        {frozen ? "Memory is frozen. No entry can be added." : "The next entry fits here."}
      </li>
    </ol>
  );
}

function Slip({ entry: { seq, id, hash, created_at }, first }: { entry: RibbonEntry; first: boolean }) {
  return (
    <a
      href={`/anchors/${id}`}
      className={`flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-4 border-ink border-x px-4 py-3 text-ink md:px-3 md:py-2.5 no-underline hover:text-accent md:block md:border-x-0 md:border-y ${paperOf(seq)} ${first ? "border-t md:border-l" : ""}`}
    >
      <span className="font-medium font-serif text-lg tabular-nums leading-tight">
        <span className="sr-only">{"Entry "}</span>
        {seq.toLocaleString("en")}
      </span>
      <time dateTime={created_at} title={created_at} className="font-mono text-ink-2 text-xs md:hidden">
        {created_at.slice(11, 19)}
      </time>
      <code className="font-mono text-xs md:block">{hash.slice(0, 8)}</code>
    </a>
  );
}

/**
 * Draws the cut between two slips: the left one's hash, and the hash that the right one names. After the last slip it
 * draws the place of the next cut.
 */
function Seam({ left, right }: { left: RibbonEntry; right: RibbonEntry | undefined }) {
  const joint = { upper: left.hash, lower: right?.prev_hash ?? "", swapped: left.seq % 2 !== 0 };
  return (
    <>
      <span className="hidden shrink-0 md:block">
        <HashJoint {...joint} sideways />
      </span>
      <span className="block md:hidden">
        <HashJoint {...joint} />
      </span>
    </>
  );
}
