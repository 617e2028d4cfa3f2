import { cut } from "@/lib/foundation/text/cut";
import { MAX_TEXT_CHARACTERS } from "./search-schema";

/** A word or a text in quotes, excluded by a `-` before it. */
const PART = /(?<![^\s])(-?)("[^"]*"|[^\s"]\S*)/g;

/** Returns the text to search for, without characters that the database cannot store. */
export function cleanText(typed: string): string {
  const text = typed.toWellFormed().replaceAll("\0", " ").replace(/\s+/g, " ").trim();
  return cut(text, MAX_TEXT_CHARACTERS);
}

export interface SearchText {
  /** The text without the excluded words. */
  question: string;
  /**
   * The quoted and excluded parts, as a web search of PostgreSQL; "" if any record is right. If one side of an `or` has no
   * such part, any record is right.
   */
  strict: string;
}

/** Reads a search text, in which quotes, `or` and `-` work as in web searches. */
export function readSearchText(text: string): SearchText {
  const sides: string[][] = [[]];
  const question = text.replace(PART, (part, minus: string, asked: string) => {
    const words = asked.replaceAll('"', " ").trim();
    if (part.toLowerCase() === "or") sides.push([]);
    else if (minus !== "" || asked.startsWith('"')) sides.at(-1)?.push(`${minus}"${words}"`);
    return minus === "" ? part : " ";
  });
  const isOpen = sides.some((side) => side.length === 0);
  return { question, strict: isOpen ? "" : sides.map((side) => side.join(" ")).join(" or ") };
}
