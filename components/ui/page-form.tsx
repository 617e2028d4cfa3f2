import type { ReactNode } from "react";
import { BUTTON } from "./button";
import { FormText } from "./form";

interface PageFormProps {
  action: (form: FormData) => Promise<void>;
  className?: string;
  children: ReactNode;
}

/**
 * A form that the browser sends once (`components/behaviours/send.ts`). The page that it returns shows the problems.
 */
export function PageForm({ children, ...form }: PageFormProps) {
  return (
    <form {...form} data-sent="once" noValidate>
      {children}
      <p data-offline hidden role="alert" className="mt-4 border-2 border-ink bg-raised px-4 py-3 text-sm">
        No connection, so the form was not sent. What you typed is still here. Send it again when you are online.
      </p>
    </form>
  );
}

export function FieldGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="mb-8 grid grid-cols-[minmax(0,1fr)] gap-5 border-hair border-b pb-8">
      <legend className="mb-3 font-medium font-serif text-title-3">{title}</legend>
      {children}
    </fieldset>
  );
}

interface HoneyPotProps {
  name: string;
  label: string;
  problems: readonly string[];
}

/**
 * Hides a field from people. A program that fills in every field reveals itself. If it was filled in, it comes back empty
 * and visible, because password managers fill in such fields too.
 */
export function HoneyPot({ name, label, problems }: HoneyPotProps) {
  if (problems.length > 0) {
    return (
      <div className="mb-5">
        <FormText name={name} label={label} value="" problems={problems} />
      </div>
    );
  }
  return (
    <div aria-hidden className="absolute -left-[200vw]">
      <label>
        {label}
        <input
          id={name}
          name={name}
          tabIndex={-1}
          autoComplete="off"
          defaultValue=""
          // Password managers look for these.
          data-1p-ignore
          data-bwignore
          data-lpignore="true"
        />
      </label>
    </div>
  );
}

interface ErrorSummaryProps {
  /** Why the form was rejected. Undefined if it was not. */
  message: string | undefined;
  fields: Record<string, readonly string[]> | undefined;
  /** The labels by field, in the form's order. */
  labels: Record<string, string>;
}

/** Lists the problems of a form, with links to the fields. It takes the focus, so it is noticed. */
export function ErrorSummary({ message, fields = {}, labels }: ErrorSummaryProps) {
  if (message === undefined) return null;
  const problems = new Map(Object.entries(fields));
  const wrong = Object.entries(labels).filter(([name]) => problems.has(name));
  const elsewhere = [...problems].filter(([name]) => !Object.hasOwn(labels, name));

  return (
    <div data-focused role="alert" tabIndex={-1} className="mb-8 border-2 border-ink bg-raised px-5 py-4">
      <h2 className="text-title-3">
        {wrong.length > 0
          ? wrong.length === 1
            ? "One thing to correct"
            : `${wrong.length} things to correct`
          : message}
      </h2>
      <ul className="mt-1 text-sm">
        {wrong.map(([name, label]) => (
          <li key={name} className="py-0.5">
            <a href={`#${name}`} className="font-semibold text-ink">
              {label}: {problems.get(name)?.join(" ")}
            </a>
          </li>
        ))}
        {elsewhere.map(([name, found]) => (
          <li key={name}>{found.join(" ")}</li>
        ))}
      </ul>
    </div>
  );
}

export function SendButton({ children }: { children: ReactNode }) {
  return (
    <button
      type="submit"
      className={`${BUTTON.solid} [form[aria-busy=true]_&]:cursor-progress [form[aria-busy=true]_&]:opacity-70`}
    >
      {children}
    </button>
  );
}
