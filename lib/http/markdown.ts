import { gfmToMarkdown } from "mdast-util-gfm";
import { defaultHandlers, type Handle, toMarkdown } from "mdast-util-to-markdown";
import { UNSEEN_IN_TEXT } from "@/lib/text/plain-text";

type Node = Parameters<typeof toMarkdown>[0];
type Of<Type extends Node["type"]> = Extract<Node, { type: Type }>;

/** A part of a page: a heading, a paragraph, a list… */
export type Block = Of<"root">["children"][number];
/** A part of a line. A string is text and nothing else, whatever it holds: only nodes make structure. */
export type Inline = string | number | Of<"paragraph">["children"][number];
type Cell = Inline | Inline[];

const UNSEEN = new RegExp(UNSEEN_IN_TEXT.source, "gu");

/** A text as one line, without what nobody sees. */
function oneLine(text: string): string {
  return text.replace(UNSEEN, "").replace(/\s+/g, " ").trim();
}

/** What readers of GitHub's dialect make links of, escaped or not. */
const ADDRESS = /((?:https?:\/\/|www\.)\S*|[-.\w+]+@[-.\w]+)/gi;

function inlines(words: readonly Inline[]): Of<"paragraph">["children"] {
  return words.flatMap((word): Of<"paragraph">["children"] => {
    if (typeof word === "object") return [word];
    // The spaces at its ends are those between it and its neighbours. An address in a text is shown, and leads nowhere.
    const text = String(word).replace(UNSEEN, "").replace(/\s+/g, " ");
    return text
      .split(ADDRESS)
      .map((value, index) => (index % 2 === 1 ? { type: "inlineCode", value } : { type: "text", value }));
  });
}

export function code(text: string): Inline {
  return { type: "inlineCode", value: oneLine(text) || "–" };
}

/** A link. @param url of this service's making */
export function link(url: string, ...words: Inline[]): Inline {
  return { type: "link", url, children: inlines(words) as Of<"link">["children"] };
}

export function strong(...words: Inline[]): Inline {
  return { type: "strong", children: inlines(words) };
}

export function heading(depth: 1 | 2 | 3, ...words: Inline[]): Block {
  return { type: "heading", depth, children: inlines(words) };
}

export function paragraph(...words: Inline[]): Block {
  return { type: "paragraph", children: inlines(words) };
}

/** Points, each a line. */
export function list(items: readonly Inline[][]): Block {
  return {
    type: "list",
    spread: false,
    children: items.map((words) => ({ type: "listItem", spread: false, children: [paragraph(...words) as never] })),
  };
}

/** Facts of one thing, each with its name; what is empty is left out. */
export function facts(named: Readonly<Record<string, Cell | null | undefined>>): Block {
  return list(
    Object.entries(named).flatMap(([name, value]): Inline[][] =>
      value === null || value === undefined || value === "" ? [] : [[strong(name), ": ", ...[value].flat()]],
    ),
  );
}

/** A table, or a sentence in its place where it has no row. */
export function table(columns: readonly string[], rows: readonly Cell[][], otherwise = "None."): Block {
  if (rows.length === 0) return paragraph(otherwise);
  const row = (cells: readonly Cell[]) => ({
    type: "tableRow" as const,
    children: cells.map((cell) => ({ type: "tableCell" as const, children: inlines([cell].flat()) })),
  });
  return { type: "table", align: [], children: [row(columns), ...rows.map(row)] };
}

export function codeBlock(lang: string, text: string): Block {
  return { type: "code", lang, value: text.replace(/\n$/, "") };
}

/** Words of somebody else's, as a quotation: they are told, not said. Their paragraphs stay apart. */
export function quote(text: string): Block {
  const paragraphs = text.split(/\n\s*\n/).filter((part) => part.trim() !== "");
  return { type: "blockquote", children: paragraphs.map((part) => paragraph(oneLine(part)) as never) };
}

/** Markdown that is part of this repository, as it is written. */
export function verbatim(markdown: string): Block {
  return { type: "html", value: markdown.trim() };
}

/** An address that needs no escape. Without a semicolon no `&` in it begins a character reference. */
const PLAIN_ADDRESS = /^[\w.~:/?#@!$&'*+,=%-]+$/;

/** A link whose address is also right for those who read the markdown as it is: `&` is not escaped. */
const writeLink: Handle & { peek?: Handle } = (node: Of<"link">, parent, state, position) => {
  if (!PLAIN_ADDRESS.test(node.url)) return defaultHandlers.link(node, parent, state, position);
  const empty = defaultHandlers.link({ ...node, url: "" }, parent, state, position);
  return `${empty.slice(0, -1)}${node.url})`;
};
writeLink.peek = () => "[";

/** The page as text (CommonMark and GitHub's tables). */
export function renderMarkdown(children: Block[]): string {
  return toMarkdown(
    { type: "root", children },
    {
      extensions: [gfmToMarkdown({ tablePipeAlign: false })],
      handlers: { link: writeLink },
      bullet: "-",
      resourceLink: true,
    },
  );
}
