import { isStorable } from "./json";

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
