import type { ReactNode } from "react";

/** The look of what is typed or chosen in. */
export const CONTROL = "min-h-11 w-full border border-rule bg-raised px-3 py-2 text-ink placeholder:text-ink-3";

interface TextFieldProps {
  label: string;
  name: string;
  value: string;
  placeholder?: string;
  /** The label is for screen readers only: what is beside the field already says it. */
  labelHidden?: boolean;
  onChange?: (value: string) => void;
}

/** A line of text with its label above. It works in a plain form; `onChange` is for those who also listen. */
export function TextField({ label, name, value, placeholder, labelHidden, onChange }: TextFieldProps) {
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
        onChange={onChange && ((event) => onChange(event.target.value))}
        className={CONTROL}
      />
    </label>
  );
}

/** Values that a form carries along unseen. */
export function HiddenFields({ values }: { values: Record<string, string> }): ReactNode {
  return Object.entries(values).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}
