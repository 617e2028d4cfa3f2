import type { ReactNode } from "react";

/** Shows a titled part of a page, with a line under the title. `aside` is at the end of the title. */
export function Section({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className="mt-10 first:mt-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-total border-b pb-2">
        <h2 className="text-title-3">{title}</h2>
        {aside !== undefined && <div className="text-sm">{aside}</div>}
      </div>
      {children}
    </section>
  );
}

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
