import type { ReactNode } from "react";

/** A titled part of a page, ruled under its title; `aside` stands at the title's end. */
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
