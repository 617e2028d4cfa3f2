interface ChoiceNavProps {
  /** What is chosen, for those who cannot see it. */
  label: string;
  choices: readonly { name: string; href: string; chosen: boolean }[];
}

/** A few ways to see one page, of which one is chosen; each is an address of its own. */
export function ChoiceNav({ label, choices }: ChoiceNavProps) {
  return (
    <nav aria-label={label} className="flex flex-wrap gap-1 text-sm">
      {choices.map(({ name, href, chosen }) => (
        <a
          key={name}
          href={href}
          aria-current={chosen ? "page" : undefined}
          className="min-h-9 rounded-full px-3 py-2 no-underline hover:underline aria-[current]:bg-accent-wash aria-[current]:font-semibold"
        >
          {name}
        </a>
      ))}
    </nav>
  );
}
