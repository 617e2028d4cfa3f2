import type { Metadata } from "next";
import type { ReactNode } from "react";

export const metadata: Metadata = {
  title: { default: "Owner", template: "%s · Owner" },
  robots: { index: false, follow: false },
};

/** The frame is made where it is known whether an owner is signed in. */
export default function OwnerLayout({ children }: { children: ReactNode }) {
  return children;
}
