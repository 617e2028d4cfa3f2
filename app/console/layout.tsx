import type { Metadata } from "next";
import type { ReactNode } from "react";

export const metadata: Metadata = {
  title: { default: "Console", template: "%s · Console" },
  robots: { index: false, follow: false },
};

/** The frame is made where it is known whether an operator is signed in. */
export default function ConsoleLayout({ children }: { children: ReactNode }) {
  return children;
}
