import { z } from "zod";
import { CardSignature } from "./schema";

export const PullCard = z.object({
  apply: z.boolean().default(false).meta({ description: "`true` writes the record. Else nothing is stored." }),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/, "must be a SHA-256 in hex")
    .optional()
    .meta({ description: "Of the card that a dry run showed. Another card is then a 409." }),
});
export type PullCard = z.infer<typeof PullCard>;

/** What pulling a card changes, or would change. */
export const CardPull = z
  .object({
    did: z.string(),
    address: z.string().meta({ description: "Where the card was read." }),
    sha256: z.string().meta({ description: "Of the card's bytes, in hex." }),
    applied: z.boolean(),
    revision: z.int().meta({ description: "Of the record, after what was applied." }),
    card_signature: CardSignature,
    changes: z.array(z.object({ field: z.string(), from: z.unknown().optional(), to: z.unknown().optional() })).meta({
      description: "Fields as the API names them. `from` or `to` is absent where the manifest has no such field.",
    }),
    namesakes: z.array(z.object({ did: z.string(), name: z.string() })).meta({
      description: "Other members whose name is the same, or looks the same, as the card's. Five at most.",
    }),
  })
  .meta({ id: "CardPull" });
export type CardPull = z.infer<typeof CardPull>;

/** The same as a form sends it, for the revision that it showed. */
export const PullCardForm = z.object({
  did: z.string(),
  revision: z.coerce.number().int(),
  apply: z.stringbool(),
  sha256: PullCard.shape.sha256,
});
export type PullCardForm = z.infer<typeof PullCardForm>;
