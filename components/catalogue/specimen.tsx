import type { ReactNode } from "react";

interface SpecimenProps {
  name: string;
  /** The purpose of the component, and its limits. */
  says: string;
  children: ReactNode;
}

/** Shows one component with its states. */
export function Specimen({ name, says, children }: SpecimenProps) {
  return (
    <article className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-4 border-hair border-b py-6 md:grid-cols-[15rem_minmax(0,1fr)]">
      <div>
        <h3 className="text-md">{name}</h3>
        <p className="mt-1 text-ink-2 text-sm">{says}</p>
      </div>
      <div className="flex flex-wrap items-start gap-x-8 gap-y-6">{children}</div>
    </article>
  );
}

/** Shows one state under its name. @param wide whether it takes the whole width of the page */
export function State({ name, wide = false, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <figure className={wide ? "w-full min-w-0" : "min-w-0 max-w-full"}>
      <figcaption className="mb-1.5 text-ink-3 text-xs">{name}</figcaption>
      {children}
    </figure>
  );
}
