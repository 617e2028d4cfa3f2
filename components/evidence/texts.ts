import { evidencePageTexts } from "@/lib/features/evidence/texts";

export const evidenceTexts = {
  title: evidencePageTexts.title,
  asJson: "Same as JSON",
} as const;

/** For a client component. */
export const fileCheckTexts = {
  inManifest: (file: string) => `${file} in the manifest`,
  yourFile: "Your file",
} as const;
