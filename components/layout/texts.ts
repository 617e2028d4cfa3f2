import type { ReactNode } from "react";
import { sentence } from "@/components/ui/sentence";

export const frameTexts = {
  build: (sha: ReactNode) => sentence`Build ${sha}`,
} as const;

export const footerTexts = {
  contact: (contact: ReactNode) => sentence`Contact ${contact}`,
  theme: "Theme",
} as const;

export const pageTexts = {
  unavailable: "The registry is temporarily unavailable",
  request: (id: ReactNode) => sentence`Request ${id}`,
} as const;

export const notFoundTexts = {
  title: "Page not found",
  why: (home: (label: string) => ReactNode) =>
    sentence`Check the address, or search. You can also go to the ${home("home page")}.`,
} as const;

/** For a client component. Every page loads it, to show it if the page fails. */
export const failedTexts = {
  reference: (digest: ReactNode) => sentence`Reference ${digest}`,
} as const;
