import type { ReactNode } from "react";
import { CONTROL } from "./field";

interface FieldProps {
  label: string;
  name: string;
  value: string;
  problems?: readonly string[];
  hint?: ReactNode;
  /** Whether the field may be left empty, shown next to its label. If absent, nothing is shown. */
  optional?: boolean;
  /** Needed if a page has two forms with a field of this name. */
  id?: string;
}

interface ControlAttributes {
  id: string;
  name: string;
  defaultValue: string;
  "aria-describedby"?: string;
  "aria-invalid"?: true;
  required?: true;
  className: string;
}

export function Field({
  label,
  name,
  value,
  problems = [],
  hint,
  optional,
  id = name,
  children,
}: FieldProps & { children: (control: ControlAttributes) => ReactNode }) {
  const wrong = problems.length > 0;
  const descriptions = [hint ? `${id}-hint` : [], wrong ? `${id}-problems` : []].flat().join(" ");
  return (
    <div className={wrong ? "border-ink border-l-4 pl-4" : ""}>
      <label htmlFor={id} className="block font-semibold text-sm">
        {label}
        {optional && <span className="font-normal text-ink-3">{" (optional)"}</span>}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="mt-0.5 text-ink-3 text-xs">
          {hint}
        </p>
      )}
      {wrong && (
        <p id={`${id}-problems`} className="mt-1 flex items-baseline gap-2 font-semibold text-sm">
          <span
            aria-hidden
            className="inline-grid size-5 shrink-0 place-items-center bg-ink font-bold text-inverse text-xs"
          >
            !
          </span>
          {problems.join(" ")}
        </p>
      )}
      <div className="mt-1.5">
        {children({
          id,
          name,
          defaultValue: value,
          ...(descriptions ? { "aria-describedby": descriptions } : {}),
          ...(wrong ? { "aria-invalid": true } : {}),
          ...(optional === false ? { required: true } : {}),
          className: wrong ? `${CONTROL} border-2 border-ink` : CONTROL,
        })}
      </div>
    </div>
  );
}

interface TextProps extends FieldProps {
  type?: "text" | "password" | "email" | "number" | "url";
  /** For texts that programs also read, such as DIDs and hashes. */
  mono?: boolean;
  autoComplete?: string;
  placeholder?: string;
  inputMode?: "numeric";
  /** Suggestions of the browser. Other values may be typed. */
  choices?: readonly { value: string; name: string }[];
}

export function FormText({
  type = "text",
  mono,
  autoComplete = "off",
  placeholder,
  inputMode,
  choices,
  ...field
}: TextProps) {
  return (
    <Field {...field}>
      {({ className, ...control }) => (
        <>
          <input
            {...control}
            type={type}
            autoComplete={autoComplete}
            placeholder={placeholder}
            inputMode={inputMode}
            list={choices && `${control.id}-choices`}
            spellCheck={mono || type !== "text" ? false : undefined}
            className={mono ? `${className} font-mono text-sm` : className}
          />
          {choices && (
            <datalist id={`${control.id}-choices`}>
              {choices.map(({ value, name }) => (
                <option key={value} value={value} label={name} />
              ))}
            </datalist>
          )}
        </>
      )}
    </Field>
  );
}

export function FormArea({ rows = 3, ...field }: FieldProps & { rows?: number }) {
  return <Field {...field}>{(control) => <textarea {...control} rows={rows} />}</Field>;
}

export function FormSelect({
  options,
  ...field
}: FieldProps & { options: readonly { value: string; name: string }[] }) {
  return (
    <Field {...field}>
      {(control) => (
        // React resets a select to its first value after an action. A new element has the right one.
        <select key={field.value} {...control}>
          {options.map(({ value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** Asks for a tick. It sends `on`, or nothing. */
export function FormCheck({ label, name, value, id = name }: Pick<FieldProps, "label" | "name" | "value" | "id">) {
  return (
    <label htmlFor={id} className="flex min-h-11 items-center gap-3 text-sm">
      {/* As in a select: a new element keeps its tick after an action. */}
      <input
        key={value}
        id={id}
        type="checkbox"
        name={name}
        defaultChecked={value === "on"}
        className="size-5 shrink-0 accent-accent"
      />
      {label}
    </label>
  );
}

export function FormNotice({ message }: { message: string | undefined }) {
  if (message === undefined) return null;
  return (
    <p role="alert" className="border-2 border-ink bg-raised px-4 py-3 font-semibold text-sm">
      {message}
    </p>
  );
}
