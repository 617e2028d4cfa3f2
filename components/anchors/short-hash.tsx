import { HashGlyph } from "@/components/marks/hash-glyph";

/**
 * Shows the first and last digits of a hash, with its drawing. The whole hash is in the title, and in the text that a
 * visitor selects.
 */
export function ShortHash({ hash, quiet = false }: { hash: string; quiet?: boolean }) {
  return (
    <span
      title={hash}
      className={`inline-flex items-center gap-2 font-mono text-xs ${quiet ? "text-ink-3" : "text-ink"}`}
    >
      <HashGlyph hash={hash} />
      <span>
        {hash.slice(0, 8)}
        <span aria-hidden>…</span>
        <span className="sr-only">{hash.slice(8, -6)}</span>
        {hash.slice(-6)}
      </span>
    </span>
  );
}
