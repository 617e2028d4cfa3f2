import { stemmer } from "stemmer";
import { cut } from "@/lib/foundation/text/cut";
import { foldText } from "@/lib/foundation/text/fold";

/** Maximum characters of a text that are read, and of one word. The rest says nothing more. */
const MAX_CHARACTERS = 16_384;
const MAX_WORD = 40;

const ASCII = /^[\u0020-\u007e]*$/;
/** Letters that have no accent to remove, but are typed without it. */
const PLAIN_LETTERS = new Map(Object.entries({ ł: "l", ø: "o", đ: "d", æ: "ae", œ: "oe", ı: "i", þ: "th", ð: "d" }));
/** Marks that many leave out: accents, the vowels of Arabic and Hebrew. Those of other scripts, and of kana, are letters. */
const OPTIONAL_MARKS = /(?=\p{M})(?![\u3099\u309a])[\p{sc=Zinh}\p{sc=Hebr}]/gu;
/** Scripts that write words without spaces between them, or join them. */
const JOINING =
  "\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Hang}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}";
const WITHOUT_SPACES = new RegExp(`[${JOINING}]`, "u");
/** The parts of a run in such scripts and in others. A single letter or digit between them belongs to both: `T恤`. */
const PARTS = new RegExp(`(?:[${JOINING}]|(?<![^${JOINING}])[^${JOINING}](?![^${JOINING}]))+|[^${JOINING}]+`, "gu");
const RUNS = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu;
const CHARACTERS = /\P{M}\p{M}*/gu;
/** Returns whether a run of letters has a script that writes words without spaces. */
export const isUnspaced = (run: string): boolean => WITHOUT_SPACES.test(run);
const CONTRACTED = /['’](?:s|re|ve|ll|d|m|t)(?![\p{L}\p{N}])/giu;

/** Returns a text as it is compared: folded, and without accents. `Wyślij` is `wyslij`. */
export function foldWords(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  const bare = foldText(text).normalize("NFKD").replace(OPTIONAL_MARKS, "").normalize("NFC");
  return bare.replace(/[łøđæœıþð]/g, (letter) => PLAIN_LETTERS.get(letter) ?? letter);
}

/** Returns a name with spaces where it joins words: `RAGServer` is `RAG Server`. */
export const spaced = (name: string): string => name.replace(/(\p{Ll}|\p{Lu}(?=\p{Lu}\p{Ll}))(?=\p{Lu})/gu, "$1 ");

/**
 * Returns the words of a text: runs of letters and digits, folded. A script without spaces becomes pairs of neighbouring
 * characters, each with its marks.
 */
export function wordsOf(text: string): string[] {
  const folded = foldWords(cut(text, MAX_CHARACTERS).toWellFormed().replace(CONTRACTED, " "));
  return (folded.match(RUNS) ?? []).flatMap(wordsOfRun).map((word) => cut(word, MAX_WORD));
}

function wordsOfRun(run: string): string[] {
  if (!isUnspaced(run)) return [run];
  return (run.match(PARTS) ?? []).flatMap((part) => {
    const characters = part.match(CHARACTERS) ?? [];
    if (characters.length < 2 || !WITHOUT_SPACES.test(part)) return [part];
    return characters.slice(1).map((character, at) => `${characters[at]}${character}`);
  });
}

/** Returns the stem of an English word (Porter). A word of another script is unchanged. */
export const stemOf = (word: string): string => (/^[a-z]{3,}$/.test(word) ? stemmer(word) : word);

/** Words that ask, in English, Polish, German, Spanish and French. They say nothing about the wish. */
const ASKING = new Set(
  `a about all also am an and another any are as at be been but by can could do does did doing for from get gets give given
  go goes had has have having here him her his how i if in into is it its just let lets like look looking make makes me my
  need needs not now of off on one onto or our out over please put right should so some someone something somehow somewhere
  such than that the their them then there these they thing things this those through to too up us use uses using used via
  want wants was we were what when where which while who whose why will with without would you your
  w ze na dla od po przy przez o u lub oraz jest sa sie jak co ktory ktora ktore czy ten ta te moj moja moje mi mnie chce
  potrzebuje z
  der die das den dem des ein eine einen einem einer und oder mit ohne fur von vom zum zur zu im auf aus bei ist sind wie was
  wer ich mein meine meinen mir mich brauche
  el la los las un una unos unas y de del al con sin para por en es son como que quien mis quiero necesito se
  le les une du et ou avec sans pour par dans sur est sont comment qui mon ma mes je veux besoin aux au l d`.split(
    /\s+/,
  ),
);

export const isAsking = (word: string): boolean => ASKING.has(word);

/** Returns whether a word of a text counts. */
export const isContent = (word: string): boolean => word.length > 1 && !isAsking(word);

/** Stems of words that suit almost every agent. Alone they pick nothing. */
export const GENERIC: ReadonlySet<string> = new Set(
  `able again agent agents ai already always api apis app application apps ask assistant assistants automatically best bit
  bot both bring build case client come connect connector context data different each easy enable every everyone everything
  fast feel few find finish finished first good great happen happened happens help helper helps implementation information
  integrate integration intelligent interact interface job keep kind know language last leave little llm llms lot many mcp
  model more most much natural never new next official old other own people person platform possible protocol provide quick
  quickly really safely same say see seem server servers service services show simple smart software solution sort start
  still stop support system take taking tell think today tomorrow tool toolkit tools try turn very way work works yesterday`
    .split(/\s+/)
    .map(stemOf),
);

/** Stems of clients and transports of agents. They say nothing about what an agent does. */
export const CLIENTS: ReadonlySet<string> = new Set(
  "claude cline cursor desktop ide modelcontextprotocol sse stdio transport vscode windsurf".split(" ").map(stemOf),
);
