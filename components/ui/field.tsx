import type { ReactNode } from "react";

export const CONTROL = "min-h-11 w-full border border-rule bg-raised px-3 py-2 text-ink placeholder:text-ink-3";

interface TextFieldProps {
  label: string;
  name: string;
  value: string;
  placeholder?: string;
  /** Shows the label only to screen readers, because the context already says it. */
  labelHidden?: boolean;
}

export function TextField({ label, name, value, placeholder, labelHidden }: TextFieldProps) {
  return (
    <label className="block text-sm">
      <span className={labelHidden ? "sr-only" : "mb-1 block"}>{label}</span>
      <input
        type="search"
        name={name}
        defaultValue={value}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        className={CONTROL}
      />
    </label>
  );
}

export function HiddenFields({ values }: { values: Record<string, string> }): ReactNode {
  return Object.entries(values).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}
