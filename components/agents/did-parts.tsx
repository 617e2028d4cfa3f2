import { CopyButton } from "@/components/ui/copy-button";

/** Shows each part of a DID in a cell with its label: side by side where there is room, as rows on a phone. */
export function DidParts({ did }: { did: string }) {
  const [scheme = "", method = "", zone = ""] = did.split(":", 3);
  const parts = { scheme, method, zone, name: did.slice(`did:${method}:${zone}:`.length) };
  return (
    <div className="grid max-w-full border border-hair bg-raised md:flex md:w-fit">
      <dl aria-label={`DID ${did}`} className="min-w-0 divide-hair max-md:divide-y md:flex md:divide-x">
        {Object.entries(parts).map(([label, part]) => (
          <div
            key={label}
            className="grid grid-cols-[4.5rem_minmax(0,1fr)] items-baseline px-3 py-1.5 md:flex md:min-w-16 md:flex-col-reverse md:items-start md:last:min-w-0 md:last:shrink"
          >
            <dt className="text-[0.75rem] text-ink-3 leading-4">{label}</dt>
            <dd
              className={`font-mono text-[0.9375rem] leading-5.5 [overflow-wrap:anywhere] ${label === "name" ? "font-semibold" : "md:[overflow-wrap:normal]"}`}
            >
              {part}
            </dd>
          </div>
        ))}
      </dl>
      <span className="flex items-center justify-center border-hair px-3 py-1.5 max-md:border-t md:border-l">
        <CopyButton text={did} what="the DID" />
      </span>
    </div>
  );
}
