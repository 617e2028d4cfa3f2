/** A word of style that is not plain, and the line on which it begins. */
export interface Finding {
  line: number;
  words: string;
}

const FORBIDDEN = [
  "whoever",
  "whom",
  "of which",
  "thereof",
  "what is",
  "that it is",
  "is silent",
  "at rest",
  "stands for",
] as const;
const pattern = (words: string) => words.replaceAll(" ", "\\s+");
const NOT_PLAIN = new RegExp(`\\b(?:${FORBIDDEN.map(pattern).join("|")})\\b`, "gi");
const SO_THAT = new RegExp(`\\b${pattern("so that")}\\b`, "gi");

const COMMENT = /^\s*(?:\/\*\*?|\*|\/\/|#|--)\s?/;
const DOCUMENT = /\.md$/;

/** Replaces everything except line breaks, so later offsets still belong to the right line. */
const blank = (text: string) => text.replace(/[^\n]/g, " ");

/** Removes quoted text, because words of others, commands and names in code cannot be rewritten. */
function withoutQuotations(paragraph: string, isProse: boolean): string {
  const escaped = paragraph.replace(/“[^”]*”|\\"(?:[^"\\]|\\[^"])*\\"/g, blank);
  return isProse ? escaped.replace(/`[^`]*`|"[^"]*"/g, blank) : escaped;
}

interface Paragraph {
  line: number;
  lines: string[];
  isProse: boolean;
}

/** Returns a document's paragraphs, without code blocks and block quotes. */
function paragraphsOfDocument(lines: readonly string[]): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  let isCode = false;
  let current: Paragraph | undefined;
  for (const [index, line] of lines.entries()) {
    const isFence = /^\s*(```|~~~)/.test(line);
    if (isFence) isCode = !isCode;
    const ends = isFence || isCode || line.trim() === "" || line.startsWith(">");
    if (ends) {
      current = undefined;
    } else if (current && !/^\s*([-*|#]|\d+\.)/.test(line)) {
      current.lines.push(line);
    } else {
      current = { line: index + 1, lines: [line], isProse: true };
      paragraphs.push(current);
    }
  }
  return paragraphs;
}

/** Returns the paragraphs of a source file: consecutive comment lines are one, every other line is separate. */
function paragraphsOfSource(lines: readonly string[]): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  let comment: Paragraph | undefined;
  for (const [index, line] of lines.entries()) {
    const isComment = COMMENT.test(line);
    const text = line.replace(COMMENT, "");
    if (!isComment) {
      comment = undefined;
      paragraphs.push({ line: index + 1, lines: [line], isProse: false });
    } else if (comment) {
      comment.lines.push(text);
    } else {
      comment = { line: index + 1, lines: [text], isProse: true };
      paragraphs.push(comment);
    }
  }
  return paragraphs;
}

/** Finds words that are not plain English, except in quotations. @param path decides between document and source */
export function findNotPlain(path: string, text: string): Finding[] {
  const lines = text.split("\n");
  const paragraphs = DOCUMENT.test(path) ? paragraphsOfDocument(lines) : paragraphsOfSource(lines);
  return paragraphs.flatMap((paragraph) => {
    const own = withoutQuotations(paragraph.lines.join("\n"), paragraph.isProse);
    const repeated = [...own.matchAll(SO_THAT)].slice(1);
    return [...own.matchAll(NOT_PLAIN), ...repeated].map((match) => ({
      line: paragraph.line + own.slice(0, match.index).split("\n").length - 1,
      words: match[0].replace(/\s+/g, " "),
    }));
  });
}
