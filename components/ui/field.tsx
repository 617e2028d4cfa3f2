import type { ReactNode } from "react";

const CONTROL = "min-h-11 w-full border border-rule bg-raised px-3 py-2 text-ink placeholder:text-ink-3";

/** A control with its label above. */
function Field({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is among the children
    <label className="block text-sm">
      <span className="mb-1 block">{label}</span>
      {children}
    </label>
  );
}

interface ControlProps {
  label: string;
  name: string;
  value: string;
}

export function TextField({ label, name, value, placeholder }: ControlProps & { placeholder?: string }) {
  return (
    <Field label={label}>
      <input type="search" name={name} defaultValue={value} placeholder={placeholder} className={CONTROL} />
    </Field>
  );
}

/** A choice among options; the first is "any". A value that is no option is kept as one more. */
export function SelectField({ label, name, value, options }: ControlProps & { options: readonly string[] }) {
  const known = value === "" || options.includes(value);
  return (
    <Field label={label}>
      <select name={name} defaultValue={value} className={CONTROL}>
        <option value="">Any</option>
        {[...options, ...(known ? [] : [value])].map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </select>
    </Field>
  );
}

export function SubmitButton({ children }: { children: ReactNode }) {
  return (
    <button
      type="submit"
      className="min-h-11 cursor-pointer bg-accent px-5 py-2 font-semibold text-on-accent hover:bg-accent-strong"
    >
      {children}
    </button>
  );
}
