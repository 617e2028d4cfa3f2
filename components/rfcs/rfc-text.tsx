import { findAndReplace } from "mdast-util-find-and-replace";
import type { ComponentProps } from "react";
import Markdown, { type Components, type ExtraProps } from "react-markdown";
import remarkGfm from "remark-gfm";
import { Scroller } from "@/components/ui/scroller";
import { anchorOf, bodyOf } from "@/lib/rfcs/rules";
import { rfcHref } from "./rfc-href";

type Nodes = NonNullable<ExtraProps["node"]>["children"];

/** The words of a heading, without its markup. */
function wordsOf(nodes: Nodes): string {
  return nodes
    .map((node) => ("value" in node ? node.value : "children" in node ? wordsOf(node.children) : ""))
    .join("");
}

function Heading({ node, children }: ComponentProps<"h2"> & ExtraProps) {
  const anchor = anchorOf(wordsOf(node?.children ?? []));
  const look = "group mt-10 scroll-mt-6 first:mt-0";
  const link = (
    <a href={`#${anchor}`} className="text-ink no-underline hover:underline">
      {children}
    </a>
  );
  if (node?.tagName === "h3") {
    return (
      <h3 id={anchor} className={`${look} text-title-3`}>
        {link}
      </h3>
    );
  }
  return (
    <h2 id={anchor} className={`${look} border-total border-b pb-1.5 text-title-2`}>
      {link}
    </h2>
  );
}

/** `RFC 7` becomes a link to that page; a number of four digits is one of the IETF's. */
function remarkRfcLinks() {
  return (tree: Parameters<typeof findAndReplace>[0]) =>
    findAndReplace(
      tree,
      [
        /\bRFC (\d{1,3})\b/g,
        (words: string, number: string) => ({
          type: "link",
          url: rfcHref(Number(number)),
          children: [{ type: "text", value: words }],
        }),
      ],
      { ignore: ["link"] },
    );
}

const CELL = "border-hair border-b py-2 pr-5 text-left align-top";

/** How each part of a text looks. Pictures are left out: a page asks no other host for anything. */
const COMPONENTS: Components = {
  h2: Heading,
  h3: Heading,
  p: ({ children }) => <p className="mt-3 max-w-[68ch] first:mt-0">{children}</p>,
  ul: ({ children }) => <ul className="mt-3 max-w-[68ch] list-disc pl-6 marker:text-ink-3">{children}</ul>,
  ol: ({ children }) => <ol className="mt-3 max-w-[68ch] list-decimal pl-6 marker:text-ink-3">{children}</ol>,
  li: ({ children }) => <li className="py-1">{children}</li>,
  code: ({ children }) => <code className="font-mono text-[0.875em] [overflow-wrap:anywhere]">{children}</code>,
  pre: ({ children }) => (
    <Scroller
      as="pre"
      className="mt-4 overflow-x-auto border-accent border-l-2 bg-sunk p-4 font-mono text-xs leading-6 [&_code]:text-[1em] [&_code]:[overflow-wrap:normal]"
    >
      {children}
    </Scroller>
  ),
  table: ({ children }) => (
    <Scroller className="mt-4 overflow-x-auto">
      <table className="w-full border-total border-t text-sm">{children}</table>
    </Scroller>
  ),
  th: ({ children }) => <th className={`${CELL} font-semibold`}>{children}</th>,
  td: ({ children }) => <td className={`${CELL} min-w-24`}>{children}</td>,
};

/**
 * An RFC's text as a page, made on the server. Markup in it is shown as the text that it is, and addresses of other kinds
 * than http and mailto lead nowhere.
 */
export function RfcText({ text }: { text: string }) {
  return (
    <Markdown remarkPlugins={[remarkGfm, remarkRfcLinks]} components={COMPONENTS} disallowedElements={["img"]}>
      {bodyOf(text)}
    </Markdown>
  );
}
