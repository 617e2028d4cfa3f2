import { joinPageTexts } from "@/lib/features/access/applications/texts";

export const joinTexts = {
  title: joinPageTexts.title,
} as const;

export const applicationStatusTexts = {
  status: "Status",
} as const;
