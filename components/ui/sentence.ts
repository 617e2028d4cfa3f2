import { createElement, Fragment, type ReactNode } from "react";

/** Makes a part of a sentence a link, or sets it in another type. The caller knows the address, the text knows the words. */
export type Wrap = (label: string) => ReactNode;

/** Returns a sentence with elements in it. The words around them are in the template, so a translation may reorder them. */
export function sentence(words: TemplateStringsArray, ...elements: ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...words.flatMap((word, index) => [word, elements[index]]));
}
