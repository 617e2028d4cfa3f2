import type { ComponentPropsWithoutRef } from "react";

/** An empty element whose content a script of `components/behaviours/` makes; React leaves it as it finds it. */
export function Slot({ as: Element, ...attributes }: { as: "div" | "p" | "span" } & ComponentPropsWithoutRef<"div">) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: there is nothing in it, and so React does not look into it
  return <Element {...(attributes as object)} dangerouslySetInnerHTML={{ __html: "" }} />;
}
