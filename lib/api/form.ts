import { requestScope } from "@/lib/authority/context";
import { isBlank } from "@/lib/foundation/text/blank";
import { type FormAction, type FormState, openForm } from "@/lib/http/form-state";
import { isStorable } from "@/lib/http/untrusted-json";

/** A longer text is not shown again, because a page with a form has each value several times. */
const MAX_SHOWN_AGAIN = 100_000;

interface SentForm {
  /** As typed, to be shown again. */
  values: Record<string, string>;
  /** The values for a schema: an empty field is absent. */
  input: Record<string, string | File>;
  /** Values that could not be kept as they were sent, by field. */
  fields: Record<string, string[]>;
}

/**
 * Reads a form's text fields; the last one if a name occurs twice. React's own fields are left out.
 * @param files the fields that may have a file. Other files are left out
 */
export function readForm(form: FormData, files: readonly string[] = []): SentForm {
  const values = new Map<string, string>();
  const input = new Map<string, string | File>();
  const fields = new Map<string, string[]>();
  for (const [name, sent] of form) {
    if (name.startsWith("$ACTION") || name === "__proto__") continue;
    if (typeof sent !== "string") {
      // Browsers send an empty file if none was chosen.
      if (files.includes(name) && sent.size > 0) input.set(name, sent);
      continue;
    }
    // Browsers send line breaks as CR LF (HTML, 4.10.21.4).
    const text = sent.replaceAll("\r\n", "\n");
    if (!isStorable(text)) {
      fields.set(name, ["Contains a character that cannot be stored. Remove it."]);
      continue;
    }
    if (text.length <= MAX_SHOWN_AGAIN) values.set(name, text);
    if (isBlank(text)) input.delete(name);
    else input.set(name, text);
  }
  return {
    values: Object.fromEntries(values),
    input: Object.fromEntries(input),
    fields: Object.fromEntries(fields),
  };
}

/**
 * Binds a page's form that is sent without React to its action. The browser sends the form to the page's own address,
 * and the page shows the result with {@link sentForm}.
 * @param name the form's, unique on its page
 */
export function pageForm<V>(name: string, action: FormAction<V>): (form: FormData) => Promise<void> {
  return async (form) => {
    requestScope().sentForm = { name, state: await action(openForm(), form) };
  };
}

/**
 * Binds a form of React to its action. A long result would be sent to the form itself several times, so only the page
 * that responds has it, and shows it with {@link sentForm}.
 * @param name the form's, unique on its page
 */
export function shownByPage<V>(name: string, action: FormAction<V>): FormAction<undefined> {
  return async (_previous, form) => {
    const state = await action(openForm(), form);
    requestScope().sentForm = { name, state };
    return state.outcome === "done" ? { outcome: "done", value: undefined } : state;
  };
}

/** Returns the result of a form that this request sent, or the form as first shown, with `values` in its fields. */
export function sentForm<V>(name: string, values: Record<string, string> = {}): FormState<V> {
  const sent = requestScope().sentForm;
  return sent?.name === name ? (sent.state as FormState<V>) : openForm(values);
}
