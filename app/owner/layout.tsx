import type { Metadata } from "next";
import type { ReactNode } from "react";
import { ownerTexts } from "@/components/owner/texts";

export const metadata: Metadata = {
  title: { default: ownerTexts.owner, template: "%s · Owner" },
  robots: { index: false, follow: false },
};

/** Renders only the page. The frame depends on whether an owner is signed in, so a layout below adds it. */
export default function OwnerLayout({ children }: { children: ReactNode }) {
  return children;
}
