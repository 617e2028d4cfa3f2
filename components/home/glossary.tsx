import { glossaryTexts } from "@/components/home/texts";
import { Tier } from "@/lib/identity/tiers";

const TERMS = [
  { term: glossaryTexts.intent, href: "/relay", says: glossaryTexts.intentMeans },
  {
    term: glossaryTexts.tier,
    href: "/rfcs/4",
    says: glossaryTexts.tierMeans(Tier.options),
  },
  {
    term: glossaryTexts.anchor,
    href: "/anchors",
    says: glossaryTexts.anchorMeans,
  },
  {
    term: glossaryTexts.zone,
    href: "/rfcs/2",
    says: glossaryTexts.zoneMeans,
  },
];

/** Explains the purpose of the service, and its terms. */
export function Glossary() {
  return (
    <>
      <p className="mt-3 max-w-[60ch] text-ink-2 text-sm">{glossaryTexts.purpose}</p>
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
