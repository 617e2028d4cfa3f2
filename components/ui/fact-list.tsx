import type { ReactNode } from "react";

/** Facts of one thing, each with its name. */
export function FactList({ facts }: { facts: readonly { name: string; value: ReactNode }[] }) {
  return (
    <dl className="text-sm">
      {facts.map(({ name, value }) => (
        <div key={name} className="grid gap-x-6 border-hair border-b py-2 md:grid-cols-[11rem_minmax(0,1fr)]">
          <dt className="text-ink-2">{name}</dt>
          <dd className="min-w-0 [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
