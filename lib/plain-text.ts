import { z } from "zod";
import { codePoint, UNSEEN_IN_LINE, UNSEEN_IN_TEXT } from "./unseen";

function visible(text: z.ZodString, unseen: RegExp) {
  return text.superRefine((value, context) => {
    const [found] = unseen.exec(value) ?? [];
    if (found === undefined) return;
    context.addIssue({ code: "custom", message: `Take out a character that nobody would see: ${codePoint(found)}.` });
  });
}

/**
 * One line that a person wrote and others will read: trimmed, and without characters that hide or turn text around.
 * @param absent what is said where there is none; without it, an empty line will do
 */
export function plainLine(maximum: number, absent?: string) {
  const line = z.string(absent).trim().max(maximum, `At most ${maximum} characters.`);
  return visible(absent === undefined ? line : line.min(1, absent), UNSEEN_IN_LINE);
}

/** Several lines of the same. The line breaks that forms send become `\n`. */
export function plainText(maximum: number, absent?: string) {
  const text = z.string().trim().max(maximum, `At most ${maximum} characters.`);
  const breaks = z.string(absent).transform((given) => given.replace(/\r\n?/g, "\n"));
  return breaks.pipe(visible(absent === undefined ? text : text.min(1, absent), UNSEEN_IN_TEXT));
}
