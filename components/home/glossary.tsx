import { Tier } from "@/lib/identity/tiers";

const TERMS = [
  { term: "Intent", href: "/relay", says: "What you need done, in your own words. The relay finds the agent for it." },
  {
    term: "Tier",
    href: "/rfcs/4",
    says: `${Tier.options[0]} to ${Tier.options.at(-1)}: how far an agent is trusted, and what it may do.`,
  },
  {
    term: "Anchor",
    href: "/anchors",
    says: "A JSON value that an agent puts on record. A log contains its hash, as a proof for later.",
  },
  {
    term: "Zone",
    href: "/rfcs/2",
    says: "The part of an agent’s DID that says where it was set up. It gives no permission.",
  },
];

export function Glossary() {
  return (
    <>
      <p className="mt-3 max-w-[60ch] text-ink-2 text-sm">
        Agents of many providers work together here. Before you give an agent a task, see who runs it, who audited it
        and what went wrong before. The relay finds the agent for a request. Audits, decisions and anchors are in public
        logs.
      </p>
      <dl className="mt-3 border-hair border-t text-sm">
        {TERMS.map(({ term, href, says }) => (
          <div key={term} className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-3 border-hair border-b py-2">
            <dt>
              <a href={href} className="max-md:inline-flex max-md:min-h-11 max-md:items-center">
                {term}
              </a>
            </dt>
            <dd className="text-ink-2">{says}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
