import { gfmToMarkdown } from "mdast-util-gfm";
import { defaultHandlers, type Handle, toMarkdown } from "mdast-util-to-markdown";
import { removeInvisible } from "@/lib/foundation/text/plain-text";

type Node = Parameters<typeof toMarkdown>[0];
type Of<Type extends Node["type"]> = Extract<Node, { type: Type }>;

/** A part of a page: a heading, a paragraph, a list… */
export type Block = Of<"root">["children"][number];
/** The content of a page. A string is a paragraph. An empty part is left out. */
export type Content = Block | string | false | null | undefined | Content[];
/** A part of a line. A string is always plain text; only nodes create structure. */
export type Inline = string | number | Of<"paragraph">["children"][number] | Inline[];
type Value = Inline | null | undefined;
/** Values by their names: a list of facts, or the row of a table. */
export type Named = Readonly<Record<string, Value>>;

/** Returns a text as one line, without invisible characters. */
function oneLine(text: string): string {
  return removeInvisible(text).replace(/\s+/g, " ").trim();
}

/** Texts that GitHub's dialect turns into links, even if escaped. */
const ADDRESS = /((?:https?:\/\/|www\.)\S*|(?<![-.\w+])[-.\w+]+@[-.\w+]+)/gi;

function inlines(words: readonly Inline[]): Of<"paragraph">["children"] {
  return words.flatMap((word): Of<"paragraph">["children"] => {
    if (Array.isArray(word)) return inlines(word);
    if (typeof word === "object") return [word];
    // Spaces at the ends separate it from its neighbours. An address in a text is shown, but is not a link.
    const text = removeInvisible(String(word)).replace(/\s+/g, " ");
    return text
      .split(ADDRESS)
      .map((value, index) => (index % 2 === 1 ? { type: "inlineCode", value } : { type: "text", value }));
  });
}

export function code(text: string): Inline {
  return { type: "inlineCode", value: oneLine(text) || "–" };
}

export function strong(text: string): Inline {
  return { type: "strong", children: inlines([text]) };
}

/** Returns a link. @param url created by this service: an address, or a path of this service */
export function link(url: string, ...words: Inline[]): Inline {
  return { type: "link", url, children: inlines(words) as Of<"link">["children"] };
}

/** Separates words by commas. */
export function listed(words: readonly Inline[]): Inline[] {
  return words.flatMap((word, index) => (index === 0 ? [word] : [", ", word]));
}

export function heading(depth: 1 | 2 | 3, ...words: Inline[]): Block {
  return { type: "heading", depth, children: inlines(words) };
}

export function paragraph(...words: Inline[]): Block {
  return { type: "paragraph", children: inlines(words) };
}

export function list(items: readonly Inline[]): Block {
  return {
    type: "list",
    spread: false,
    children: items.map((words) => ({ type: "listItem", spread: false, children: [paragraph(words) as never] })),
  };
}

/** Returns a list of named facts. Empty ones are left out. */
export function facts(named: Named): Block {
  return list(
    Object.entries(named).flatMap(([name, value]): Inline[] => {
      const isEmpty = value === null || value === undefined || value === "" || (Array.isArray(value) && !value[0]);
      return isEmpty ? [] : [[strong(name), ": ", value]];
    }),
  );
}

/** Returns a table, or a sentence if it has no rows. @param rowOf the row of an item, with the headings as names */
export function table<Item>(items: readonly Item[], rowOf: (item: Item) => Named, otherwise = "None."): Block {
  const rows = items.map(rowOf);
  const [first] = rows;
  if (first === undefined) return paragraph(otherwise);
  const row = (cells: readonly Value[]) => ({
    type: "tableRow" as const,
    children: cells.map((cell) => ({ type: "tableCell" as const, children: inlines([cell ?? ""]) })),
  });
  return { type: "table", align: [], children: [Object.keys(first), ...rows.map(Object.values)].map(row) };
}

export function codeBlock(lang: string, text: string): Block {
  return { type: "code", lang, value: text.replace(/\n$/, "") };
}

/** Returns a user's text as a quotation, which keeps its paragraphs. */
export function quote(text: string): Block {
  const paragraphs = text.split(/\n\s*\n/).filter((part) => part.trim() !== "");
  return { type: "blockquote", children: paragraphs.map((part) => paragraph(oneLine(part)) as never) };
}

/** Inserts markdown from this repository unchanged. */
export function verbatim(markdown: string): Block {
  return { type: "html", value: markdown.trim() };
}

/** Matches an address that needs no escape. Without a semicolon, no `&` in it begins a character reference. */
const PLAIN_ADDRESS = /^[\w.~:/?#@!$&'*+,=%-]+$/;

/** Writes a link whose address is also correct in the raw markdown, with `&` not escaped. @param origin of paths */
function linkWriter(origin: string): Handle & { peek?: Handle } {
  const write: Handle & { peek?: Handle } = (node: Of<"link">, parent, state, position) => {
    const url = node.url.startsWith("/") ? origin + node.url : node.url;
    if (!PLAIN_ADDRESS.test(url)) return defaultHandlers.link({ ...node, url }, parent, state, position);
    const empty = defaultHandlers.link({ ...node, url: "" }, parent, state, position);
    return `${empty.slice(0, -1)}${url})`;
  };
  write.peek = () => "[";
  return write;
}

function blocksOf(content: Content): Block[] {
  if (Array.isArray(content)) return content.flatMap(blocksOf);
  if (typeof content === "string" && content !== "") return [paragraph(content)];
  return content ? [content] : [];
}

/** Returns the page as text (CommonMark and GitHub's tables). @param origin this service's address, before its paths */
export function renderMarkdown(content: Content, origin = ""): string {
  return toMarkdown(
    { type: "root", children: blocksOf(content) },
    {
      extensions: [gfmToMarkdown({ tablePipeAlign: false })],
      handlers: { link: linkWriter(origin) },
      bullet: "-",
      resourceLink: true,
    },
  );
}
