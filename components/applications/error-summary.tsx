import type { FormState } from "@/lib/http/form-state";

interface ErrorSummaryProps<V> {
  state: FormState<V>;
  /** The fields as they are called, in the form's order. */
  labels: Record<string, string>;
}

/** What keeps a form from being sent, with ways to the fields. It takes the focus, so that nobody misses it. */
export function ErrorSummary<V>({ state, labels }: ErrorSummaryProps<V>) {
  if (state.outcome !== "open" || state.message === undefined) return null;
  const { fields = {} } = state;
  const wrong = Object.keys(labels).filter((name) => fields[name] !== undefined);
  const elsewhere = Object.keys(fields).filter((name) => labels[name] === undefined);
  const things = wrong.length === 1 ? "One thing to correct" : `${wrong.length} things to correct`;
  return (
    <div data-focused role="alert" tabIndex={-1} className="mb-8 border-2 border-ink bg-raised px-5 py-4">
      <h2 className="text-title-3">{wrong.length > 0 ? things : state.message}</h2>
      <ul className="mt-1 text-sm">
        {wrong.map((name) => (
          <li key={name} className="py-0.5">
            <a href={`#${name}`} className="font-semibold text-ink">
              {labels[name]}: {fields[name]?.join(" ")}
            </a>
          </li>
        ))}
        {elsewhere.map((name) => (
          <li key={name}>{fields[name]?.join(" ")}</li>
        ))}
      </ul>
    </div>
  );
}
