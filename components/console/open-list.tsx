/** Things of one kind that are open, with their page. */
export interface Open {
  count: number;
  /** The words after the count, for one and for several. */
  one: string;
  many: string;
  href: string;
}

/** Lists how many things of each kind are open. Kinds without any are left out. */
export function OpenList({ items }: { items: readonly Open[] }) {
  const present = items.filter(({ count }) => count > 0);
  if (present.length === 0) return <p className="py-4 text-ink-2">None.</p>;
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
