/**
 * Says that a critical incident proposes a freeze, and that an operator decides. @param decideHref the page to decide
 * it
 */
export function FreezeProposal({ decideHref }: { decideHref: string }) {
  return (
    <aside aria-label="A freeze is proposed" className="border-sev-critical border-l-4 bg-sev-critical-wash px-5 py-4">
      <p className="font-semibold">A freeze is proposed.</p>
      <p className="mt-1 max-w-[64ch] text-sm">
        A critical incident proposes to freeze the subsystem that it concerns. It does not freeze anything itself.{" "}
        <a href={decideHref} className="text-ink">
          Operators decide in the console
        </a>
        .
      </p>
    </aside>
  );
}
