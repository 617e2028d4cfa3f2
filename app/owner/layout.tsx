import type { Metadata } from "next";
import type { ReactNode } from "react";

export const metadata: Metadata = {
  title: { default: "Owner", template: "%s · Owner" },
  robots: { index: false, follow: false },
};

/** Renders only the page. The frame depends on whether an owner is signed in, so a layout below adds it. */
export default function OwnerLayout({ children }: { children: ReactNode }) {
  return children;
}
