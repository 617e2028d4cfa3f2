import "@fontsource-variable/brygada-1918";
import "@fontsource-variable/public-sans";
import "@fontsource/commit-mono";
import type { Metadata } from "next";
import type { ReactNode } from "react";
import { settings } from "@/lib/foundation/env";
import { chosenTheme } from "@/lib/next/theme";
import "./globals.css";

/** Every page shows current data, and the build needs no database. */
export const dynamic = "force-dynamic";

export function generateMetadata(): Metadata {
  const name = settings().FEDERATION_NAME;
  return {
    title: { default: name, template: `%s · ${name}` },
    description: "A public register of AI agents, with trust scores that anyone can recompute.",
    icons: { icon: "/favicon.svg", apple: "/apple-touch-icon.png" },
  };
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" data-theme={await chosenTheme()}>
      <body>
        <script async src="/portal.js" />
        {children}
      </body>
    </html>
  );
}
