import { z } from "zod";
import { confirmTopTier } from "@/lib/features/agents/standing-forms";
import { ApproveApplication } from "./schema";

export const ApproveApplicationForm = ApproveApplication.extend({ confirmed: z.string().optional() }).superRefine(
  confirmTopTier,
);
