import type { Metadata } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { PageFrame } from "@/components/layout/page-frame";
import { publicUrl } from "@/lib/api/public-url";
import { twinOf } from "@/lib/api/twin-address";
import { requestScope } from "@/lib/context";
import { settings } from "@/lib/env";
import { readFrameOnce } from "@/lib/next/read-frame-once";
import { chosenTheme } from "@/lib/next/theme";

/**
 * What those who show previews of links read, where a page's own title, description and picture stand in it, and where
 * the page is as markdown. A page with alternates of its own takes these along.
 */
export async function generateMetadata(): Promise<Metadata> {
  const origin = publicUrl({ headers: await headers() });
  const twin = twinOf(requestScope().path ?? "");
  const markdown = twin && { "text/markdown": [{ url: origin + twin, title: "This page as markdown" }] };
  return {
    metadataBase: new URL(origin),
    openGraph: { type: "website", siteName: settings().FEDERATION_NAME },
    twitter: { card: "summary_large_image" },
    ...(markdown && { alternates: { types: markdown } }),
  };
}

export default async function PortalLayout({ children }: { children: ReactNode }) {
  return (
    <PageFrame {...(await readFrameOnce())} theme={await chosenTheme()}>
      <link rel="ard" href="/.well-known/ard.json" />
      <link rel="ai-catalog" href="/.well-known/ai-catalog.json" />
      {children}
    </PageFrame>
  );
}
