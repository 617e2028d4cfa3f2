/** That a critical incident proposes a freeze, on which a person decides. @param decideHref where an operator does */
export function FreezeProposal({ decideHref }: { decideHref: string }) {
  return (
    <aside aria-label="A freeze is proposed" className="border-sev-critical border-l-4 bg-sev-critical-wash px-5 py-4">
      <p className="font-semibold">A freeze is proposed.</p>
      <p className="mt-1 max-w-[64ch] text-sm">
        A critical incident proposes that the subsystem it concerns be frozen. It freezes nothing: a person decides.{" "}
        <a href={decideHref} className="text-ink">
          Operators decide in the console
        </a>
        .
      </p>
    </aside>
  );
}
