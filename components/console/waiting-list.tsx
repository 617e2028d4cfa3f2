import { consoleTexts } from "@/components/console/texts";
/** Things that wait for a decision, with the page to decide them. */
export interface Waiting {
  count: number;
  /** The words after the count, for one and for several. */
  one: string;
  many: string;
  href: string;
}

/** Lists the things that wait for a decision. Kinds without any are left out. */
export function WaitingList({ waiting }: { waiting: readonly Waiting[] }) {
  const present = waiting.filter(({ count }) => count > 0);
  if (present.length === 0) return <p className="py-4 text-ink-2">{consoleTexts.nothing}</p>;
  return (
    <ul>
      {present.map(({ count, one, many, href }) => (
        <li key={href} className="border-hair border-b py-1">
          <a href={href} className="inline-flex min-h-11 items-center gap-2">
            <span className="font-serif text-title-2 tabular-nums leading-none">{count.toLocaleString("en")}</span>
            {count === 1 ? one : many}
          </a>
        </li>
      ))}
    </ul>
  );
}
