import { Cut } from "@/components/drawings/cut";

/** A hash by its two ends, with its drawing; the whole of it in the title, and for whoever selects it. */
export function ShortHash({ hash, quiet = false }: { hash: string; quiet?: boolean }) {
  return (
    <span
      title={hash}
      className={`inline-flex items-center gap-2 font-mono text-xs ${quiet ? "text-ink-3" : "text-ink"}`}
    >
      <Cut hash={hash} />
      <span>
        {hash.slice(0, 8)}
        <span aria-hidden>…</span>
        <span className="sr-only">{hash.slice(8, -6)}</span>
        {hash.slice(-6)}
      </span>
    </span>
  );
}
