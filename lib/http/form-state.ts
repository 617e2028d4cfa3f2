/** What became of a form, for React's `useActionState`. Safe in a browser. */
export type FormState<V> =
  /** As first shown, or refused: `values` are what was typed, `fields` what is wrong with each. */
  | { outcome: "open"; values: Record<string, string>; message?: string; fields?: Record<string, string[]> }
  | { outcome: "done"; value: V };

/** A form's action: the last state and what was sent make the next state. */
export type FormAction<V> = (previous: FormState<V>, form: FormData) => Promise<FormState<V>>;

/** A form as first shown. @param values what its fields hold already */
export function openForm<V>(values: Record<string, string> = {}): FormState<V> {
  return { outcome: "open", values };
}

/** What a form's field shows of its state. */
export function fieldOf<V>(state: FormState<V>, name: string): { name: string; value: string; problems: string[] } {
  if (state.outcome === "done") return { name, value: "", problems: [] };
  return { name, value: state.values[name] ?? "", problems: state.fields?.[name] ?? [] };
}
