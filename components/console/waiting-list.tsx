/** Things that wait for a person, with the page where they are seen to. */
export interface Waiting {
  count: number;
  /** What one of them is, and what several are, after the count. */
  one: string;
  many: string;
  href: string;
}

/** What waits for a person; what does not is left out. */
export function WaitingList({ waiting }: { waiting: readonly Waiting[] }) {
  const present = waiting.filter(({ count }) => count > 0);
  if (present.length === 0) return <p className="py-4 text-ink-2">Nothing.</p>;
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
