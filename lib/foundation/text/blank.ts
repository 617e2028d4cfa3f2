import { z } from "zod";

/**
 * Characters that show nothing: white space, controls, all that Unicode calls ignorable (zero-width characters, joiners,
 * variation selectors, Hangul fillers, tags), and letters and symbols whose shape is empty, such as the Braille blank.
 */
const BLANK =
  /^[\p{White_Space}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb\u{13441}\u{13442}\u{16fe4}\u{1d159}]*$/u;

/** Returns whether a text shows nothing. A joiner between letters is a part of a text that shows something. */
export const isBlank = (text: string): boolean => BLANK.test(text);

/** Returns a text without white space at its ends, or "" if it shows nothing. */
export const trimmed = (text: string): string => (isBlank(text) ? "" : text.trim());

/** Returns the schema of a text that is trimmed, and empty if it shows nothing. @param error for anything but a text */
export const trimmedText = (error?: string) => z.string(error).overwrite(trimmed);
