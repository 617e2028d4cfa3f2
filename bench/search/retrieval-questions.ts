import { readFileSync } from "node:fs";
import { stemmer } from "stemmer";
import { contentWordsOf, stemsOf } from "./retrieval-words";
import type { Server } from "./routing-questions";

export type Split = "validation" | "test";

export interface RetrievalQuestion {
  question: string;
  /** Slugs of all servers that answer it. Names are not unique. */
  targets: string[];
  split: Split;
}

export const QUESTIONS_FILE = new URL("retrieval-questions.json", import.meta.url);

/** Reads the frozen questions, in the order of the file. */
export function readQuestions(): RetrievalQuestion[] {
  return JSON.parse(readFileSync(QUESTIONS_FILE, "utf8"));
}

const LEAST_LETTERS_WITHIN_A_NAME = 4;

/**
 * Returns the content words of a question that a target's name, slug, provider or description has too, compared by
 * Porter stem. A word within a longer name counts as well: "weather" is in "openweather".
 */
export function sharedWords(question: string, { name, slug, provider, description }: Server): string[] {
  const stems = new Set(stemsOf([name, slug, provider, description].join(" ")));
  const names = [name, slug, provider].join(" ").toLowerCase();
  return contentWordsOf(question).filter((word) => {
    const stem = stemmer(word);
    return stems.has(stem) || (stem.length >= LEAST_LETTERS_WITHIN_A_NAME && names.includes(stem));
  });
}
