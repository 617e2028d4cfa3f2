import type { Metadata } from "next";
import type { ReactNode } from "react";

export const metadata: Metadata = {
  title: { default: "Console", template: "%s · Console" },
  robots: { index: false, follow: false },
};

/** Renders only the page. The frame depends on whether an operator is signed in, so a layout below adds it. */
export default function ConsoleLayout({ children }: { children: ReactNode }) {
  return children;
}
