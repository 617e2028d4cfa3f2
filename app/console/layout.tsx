import type { Metadata } from "next";
import type { ReactNode } from "react";
import { PageFrame } from "@/components/layout/page-frame";
import { readFrame } from "@/lib/api/read-for-page";

export const metadata: Metadata = { robots: { index: false, follow: false } };

export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  return <PageFrame {...(await readFrame())}>{children}</PageFrame>;
}
