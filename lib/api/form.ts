import { requestScope } from "@/lib/context";
import { type FormAction, type FormState, openForm } from "@/lib/http/form-state";
import { isStorable } from "@/lib/text/strangers-json";

/** What a browser sent of a form. */
interface SentForm {
  /** As typed, to be shown again. */
  values: Record<string, string>;
  /** The same for a schema: a field left empty is absent. */
  input: Record<string, string>;
  /** What could not be kept as it was sent, by field. */
  fields: Record<string, string[]>;
}

/** Reads a form's text fields; of a name given twice, the last. React's own fields and files are left out. */
export function readForm(form: FormData): SentForm {
  const read: SentForm = { values: {}, input: {}, fields: {} };
  for (const [name, sent] of form) {
    if (name.startsWith("$ACTION") || name === "__proto__" || typeof sent !== "string") continue;
    // Browsers send line breaks as CR LF (HTML, 4.10.21.4).
    const text = sent.replaceAll("\r\n", "\n");
    if (!isStorable(text)) {
      read.fields[name] = ["It holds a character that cannot be kept."];
      continue;
    }
    read.values[name] = text;
    if (text.trim() === "") delete read.input[name];
    else read.input[name] = text;
  }
  return read;
}

/**
 * Binds the form of a page that is sent without React to its action. The browser sends the form to the page's own
 * address, and the page that answers shows with {@link sentForm} what became of it.
 * @param name the form's, among those of its page
 */
export function pageForm<V>(name: string, action: FormAction<V>): (form: FormData) => Promise<void> {
  return async (form) => {
    requestScope().sentForm = { name, state: await action(openForm(), form) };
  };
}

/** What became of a form that this very request sent, or else the form as first shown, with `values` in its fields. */
export function sentForm<V>(name: string, values: Record<string, string> = {}): FormState<V> {
  const sent = requestScope().sentForm;
  return sent?.name === name ? (sent.state as FormState<V>) : openForm(values);
}
