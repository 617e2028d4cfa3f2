import "@fontsource-variable/brygada-1918";
import "@fontsource-variable/public-sans";
import "@fontsource/commit-mono";
import type { Metadata } from "next";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { settings } from "@/lib/env";
import "./globals.css";

/** Every page shows what is so now, and the build needs no database. */
export const dynamic = "force-dynamic";

export function generateMetadata(): Metadata {
  const name = settings().FEDERATION_NAME;
  return {
    title: { default: name, template: `%s · ${name}` },
    description: "Who the agents of this federation are, what they are trusted to do, and what has happened.",
    icons: { icon: "/favicon.svg", apple: "/apple-touch-icon.png" },
  };
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  const chosen = (await cookies()).get("theme")?.value;
  return (
    <html lang="en" data-theme={chosen === "light" || chosen === "dark" ? chosen : undefined}>
      <body>
        <script async src="/portal.js" />
        {children}
      </body>
    </html>
  );
}
