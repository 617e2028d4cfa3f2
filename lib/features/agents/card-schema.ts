import { z } from "zod";
import { CardSignature } from "./schema";

export const PullCard = z.object({
  apply: z.boolean().default(false).meta({ description: "`true` writes the record. Otherwise nothing is stored." }),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/, "must be a SHA-256 in hex")
    .optional()
    .meta({
      description:
        "The SHA-256 of the card that a dry run showed. If the card is now another one, the response is 409.",
    }),
});
export type PullCard = z.infer<typeof PullCard>;

/** The changes that pulling a card makes or would make. */
export const CardPull = z
  .object({
    did: z.string(),
    address: z.string().meta({ description: "The address from which the card was read." }),
    sha256: z.string().meta({ description: "The SHA-256 of the card's bytes, in hex." }),
    applied: z.boolean(),
    revision: z.int().meta({ description: "The record's revision, after the changes if they were applied." }),
    card_signature: CardSignature,
    changes: z.array(z.object({ field: z.string(), from: z.unknown().optional(), to: z.unknown().optional() })).meta({
      description: "Field names are those of the API. `from` or `to` is absent if the manifest has no such field.",
    }),
    namesakes: z.array(z.object({ did: z.string(), name: z.string() })).meta({
      description: "Other members whose name equals or looks like the card's name. At most five.",
    }),
  })
  .meta({ id: "CardPull" });
export type CardPull = z.infer<typeof CardPull>;

/** The same input from a form, for the revision that the form showed. */
export const PullCardForm = z.object({
  did: z.string(),
  revision: z.coerce.number().int(),
  apply: z.stringbool(),
  sha256: PullCard.shape.sha256,
});
export type PullCardForm = z.infer<typeof PullCardForm>;
