import type { ReactNode } from "react";
import { sentence } from "@/components/ui/sentence";
import { evidencePageTexts } from "@/lib/features/evidence/texts";

const number = (value: number) => value.toLocaleString("en");

export const evidenceTexts = {
  title: evidencePageTexts.title,
  asOf: (time: ReactNode) => sentence`as of ${time}`,
  asJson: "Same as JSON",
  file: (file: ReactNode, mediaType: string, bytes: number) => sentence`${file}, ${mediaType}, ${number(bytes)} bytes`,
} as const;

/** For a client component. */
export const fileCheckTexts = {
  reading: (file: ReactNode, progress: ReactNode) => sentence`Reading ${file} ${progress}`,
  inManifest: (file: string) => `${file} in the manifest`,
  yourFile: "Your file",
} as const;
