import { requestScope } from "@/lib/context";
import { type FormAction, type FormState, openForm } from "@/lib/http/form-state";

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
