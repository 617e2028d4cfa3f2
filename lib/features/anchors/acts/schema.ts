import { z } from "zod";
import { PublicAct } from "@/lib/features/council/schema";
import { AnchorProof } from "../schema";

/** An act with everything that proves it. `verify.mjs` checks this document. */
export const ProvenAct = z
  .object({
    act: PublicAct,
    did: z.string().optional().meta({ description: "The actor, as hashed. Present with `payload`." }),
    kind: z.string().optional(),
    payload: z.unknown().optional().meta({
      description:
        "`{subject, details}`, as hashed. With `did`, `kind` and `salt`, anyone can recompute `payload_commitment`. Absent unless the content is public.",
    }),
    salt: z.string().optional().meta({ description: "32 bytes, lower-case hex." }),
    ...AnchorProof.shape,
  })
  .meta({ id: "ProvenAct" });
export type ProvenAct = z.infer<typeof ProvenAct>;
