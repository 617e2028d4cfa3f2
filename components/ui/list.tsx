import type { ReactNode } from "react";
import { BUTTON } from "./button";
import { HiddenFields } from "./field";

interface FindFormProps {
  action: string;
  /** Parameters of the address that the form keeps. */
  kept: Record<string, string>;
  /** Its text field. */
  children: ReactNode;
  className: string;
  button?: keyof typeof BUTTON;
  verb?: string;
}

/** Shows a list's search field with its button. It works without JavaScript. */
export function FindForm({ action, kept, children, className, button = "solid", verb = "Find" }: FindFormProps) {
  return (
    <form action={action} className={className}>
      <HiddenFields values={kept} />
      <div className="min-w-0 flex-1">{children}</div>
      <button type="submit" className={BUTTON[button]}>
        {verb}
      </button>
    </form>
  );
}

interface ChoiceNavProps {
  /** The subject of the choice, for screen readers. */
  label: string;
  choices: readonly { name: string; href: string; chosen: boolean }[];
}

/** Links a few views of one page. One is chosen. Each has its own address. */
export function ChoiceNav({ label, choices }: ChoiceNavProps) {
  return (
    <nav aria-label={label} className="flex flex-wrap gap-1 text-sm">
      {choices.map(({ name, href, chosen }) => (
        <a
          key={name}
          href={href}
          aria-current={chosen ? "page" : undefined}
          className="inline-flex min-h-9 items-center rounded-full px-3 no-underline max-md:min-h-11 hover:underline aria-[current]:bg-accent-wash aria-[current]:font-semibold"
        >
          {name}
        </a>
      ))}
    </nav>
  );
}

export interface PlaceInList {
  limit: number | undefined;
  offset: number;
}

interface ListPagesProps {
  limit: number;
  /** The limit of an address that names none. */
  usualLimit: number;
  /** How many rows the page has if they were too large for the limit. */
  rows?: number;
  offset: number;
  total: number;
  /** Returns the address of another page. */
  href: (place: PlaceInList) => string;
}

export function ListPages({ limit, usualLimit, rows = limit, offset, total, href }: ListPagesProps) {
  const last = Math.min(offset + rows, total);
  const at = (to: number) => href({ limit: limit === usualLimit ? undefined : limit, offset: to });
  return (
    <nav aria-label="Pages" className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 text-sm">
      <span className="py-2 text-ink-2 tabular-nums">
        {offset < total &&
          `${(offset + 1).toLocaleString("en")} to ${last.toLocaleString("en")} of ${total.toLocaleString("en")}`}
      </span>
      <span className="flex gap-6">
        {offset > 0 && (
          <a href={at(Math.max(0, Math.min(offset, total) - limit))} className="inline-flex min-h-11 items-center">
            Previous
          </a>
        )}
        {offset + rows < total && (
          <a href={at(offset + rows)} className="inline-flex min-h-11 items-center">
            Next
          </a>
        )}
      </span>
    </nav>
  );
}

export function EmptyList({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="border-total border-y py-10">
      <p className="font-medium font-serif text-title-3">{title}</p>
      {children !== undefined && <div className="mt-2 text-ink-2 text-sm">{children}</div>}
    </div>
  );
}

export function Steps({ steps }: { steps: readonly string[] }) {
  return (
    <ol className="text-sm">
      {steps.map((step, index) => (
        <li key={step} className="grid grid-cols-[1.75rem_1fr] border-hair border-b py-2.5">
          <span aria-hidden className="font-medium font-serif text-accent text-lg leading-tight">
            {index + 1}
          </span>
          {step}
        </li>
      ))}
    </ol>
  );
}
