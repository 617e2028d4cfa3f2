import { findAndReplace } from "mdast-util-find-and-replace";
import type { ComponentProps } from "react";
import type { ExtraProps } from "react-markdown";
import { rfcHref } from "@/components/marks/rfc-href";
import { MarkdownText } from "@/components/ui/markdown-text";
import { bodyOf, fragmentOf } from "@/lib/features/rfcs/rules";

type Nodes = NonNullable<ExtraProps["node"]>["children"];

/** Returns the words of a heading, without its markup. */
function wordsOf(nodes: Nodes): string {
  return nodes
    .map((node) => ("value" in node ? node.value : "children" in node ? wordsOf(node.children) : ""))
    .join("");
}

function Heading({ node, children }: ComponentProps<"h2"> & ExtraProps) {
  const anchor = fragmentOf(wordsOf(node?.children ?? []));
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

/** Links `RFC 7` to that page. A number of four digits is an RFC of the IETF and stays text. */
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

const HEADINGS = { h1: "h1", h2: Heading, h3: Heading } as const;

export function RfcText({ text }: { text: string }) {
  return <MarkdownText text={bodyOf(text)} components={HEADINGS} remarkPlugins={[remarkRfcLinks]} />;
}
