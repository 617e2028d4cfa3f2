/** A DID with its name part dark and the rest light: the name is what is looked for. */
export function DidText({ did }: { did: string }) {
  const name = did.indexOf(":", did.indexOf(":", 4) + 1) + 1;
  return (
    <span className="font-mono text-xs [overflow-wrap:anywhere]">
      <span className="text-ink-3">{did.slice(0, name)}</span>
      <span className="text-ink">{did.slice(name)}</span>
    </span>
  );
}
