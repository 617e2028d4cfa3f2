import { z } from "zod";
import { EraseAnchor } from "./schema";

/** An erasure from a form. The operator types `erase`. */
export const EraseAnchorForm = EraseAnchor.extend({
  reason: EraseAnchor.shape.reason,
  typed: z.string().trim().toLowerCase().default(""),
})
  .superRefine(({ typed }, context) => {
    if (typed !== "erase") context.addIssue({ code: "custom", path: ["typed"], message: "Type erase to confirm." });
  })
  .transform(({ typed: _, ...form }) => form);
