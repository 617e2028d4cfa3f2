import { z } from "zod";

/** 63 lines of a proof and 16 signatures of nearly 5 kB (C2SP signed-note) have less. MAX_BODY_BYTES may allow less. */
const MAX_BODY_CHARACTERS = 131_072;

/** The body of add-checkpoint. */
export const AddCheckpoint = z.string().max(MAX_BODY_CHARACTERS).meta({
  description:
    "`old` and the size that this witness cosigned last, lines of the consistency proof in base64, an empty line, and the signed checkpoint.",
});

export const WitnessedParams = z.object({
  origin: z.string().meta({
    description: "The SHA-256 of the log's origin line, lower-case hex.",
    example: "a3f5c1d2e4b60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f90",
  }),
});
export type WitnessedParams = z.infer<typeof WitnessedParams>;
