/** Maximum characters of a question that the search reads. */
const LONG = 4_000;

const letters = "etaoinshrdlucmfwypvbgk";
/** Returns an unknown word. */
const unknown = (n: number) =>
  Array.from({ length: 9 }, (_, at) => letters[(n * (at + 3) + at * at) % letters.length]).join("");

/** Questions that ask nothing, each after a name for its fault. No agent is picked for them. */
export const BAD_QUESTIONS: readonly [what: string, question: string][] = [
  ["nothing", ""],
  ["blanks", " \n\t　"],
  ["punctuation", "?!… — *** 'or' \"\" -"],
  ["emoji", "🎈🎈🎈"],
  ["words that only ask", "where is the and of"],
  ["a long line of words that only ask", "where is the and of ".repeat(LONG / 20)],
  ["a name of JavaScript", "constructor"],
  ["names of JavaScript", "__proto__ toString hasOwnProperty valueOf"],
  ["unpaired surrogates", "\ud800 \udfff a\udc00b"],
  ["NUL", "\0 \0\0"],
  ["one unknown word", "z".repeat(LONG)],
  ["one unknown letter", "天".repeat(LONG)],
  ["marks without a letter", "\u0301\u0e48".repeat(LONG / 2)],
  ["a letter with many marks", `ก${"\u0e48".repeat(LONG - 1)}`],
  ["letters beyond 16 bits", "𐐷".repeat(LONG / 2)],
  ["the longest word that is corrected, and again", `${"constructs".repeat(3).slice(0, 24)} `.repeat(160)],
  ["many unknown words", Array.from({ length: LONG / 10 }, (_, n) => unknown(n)).join(" ")],
  ["syntax of other searches", "'; drop table agents; -- %%% \\ (((( OR OR -- <-> & | !"],
];
