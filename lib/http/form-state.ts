import { ownValue } from "@/lib/foundation/own-values";

/** The result of a form, for React's `useActionState`. Safe in a browser. */
export type FormState<V> =
  /** A new form, or one with errors: `values` are the typed values, `fields` the error of each. */
  | { outcome: "open"; values: Record<string, string>; message?: string; fields?: Record<string, string[]> }
  | { outcome: "done"; value: V };

/** A form's action. It returns the next state from the last state and the sent data. */
export type FormAction<V> = (previous: FormState<V>, form: FormData) => Promise<FormState<V>>;

/** Returns the state of a new form. @param values initial values of its fields */
export function openForm<V>(values: Record<string, string> = {}): FormState<V> {
  return { outcome: "open", values };
}

export function fieldOf<V>(state: FormState<V>, name: string): { name: string; value: string; problems: string[] } {
  if (state.outcome === "done") return { name, value: "", problems: [] };
  return { name, value: ownValue(state.values, name) ?? "", problems: ownValue(state.fields ?? {}, name) ?? [] };
}
