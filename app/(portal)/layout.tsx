import type { Metadata } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { PageFrame } from "@/components/layout/page-frame";
import { publicUrl } from "@/lib/api/public-url";
import { requestScope } from "@/lib/authority/context";
import { settings } from "@/lib/foundation/env";
import { readFrameOnce } from "@/lib/next/read-frame-once";
import { chosenTheme } from "@/lib/next/theme";
import { markdownPathOf } from "@/lib/portal/markdown/address";

/**
 * Returns metadata for link previews, which also use the page's own title, description and picture, and the address of
 * the page as markdown. A page with its own alternates must repeat these.
 */
export async function generateMetadata(): Promise<Metadata> {
  const origin = publicUrl({ headers: await headers() });
  const { path = "/" } = requestScope();
  const [pagePath = "/"] = path.split(/[?#]/, 1);
  const markdownPath = markdownPathOf(path);
  const markdown = markdownPath && {
    "text/markdown": [{ url: origin + markdownPath, title: "This page as markdown" }],
  };
  return {
    metadataBase: new URL(origin),
    openGraph: { type: "website", siteName: settings().FEDERATION_NAME, url: new URL(pagePath, origin) },
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
