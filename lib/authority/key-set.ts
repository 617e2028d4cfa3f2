import { z } from "zod";
import { KeyPurpose } from "@/lib/identity/key-purpose";

export const PublishedKey = z
  .object({
    kty: z.literal("OKP"),
    crv: z.literal("Ed25519"),
    x: z.string(),
    kid: z.string().meta({ description: "The key's thumbprint (RFC 7638)." }),
    alg: z.literal("EdDSA"),
    use: z.literal("sig"),
    purposes: z.array(KeyPurpose).meta({
      description:
        "What the key signs. `log`: checkpoints. `statement`: statements and credentials. A signature is valid only for that purpose.",
    }),
    last_size: z.record(z.string(), z.int()).optional().meta({
      description:
        "Only of a retired key of the logs: by origin line, the size of the log when the key was retired. Refuse its signature on a larger checkpoint, and on that of any other log.",
    }),
  })
  .meta({ id: "PublishedKey" });

export type PublishedKey = z.infer<typeof PublishedKey>;

export const KeySet = z
  .object({ keys: z.array(PublishedKey) })
  .meta({ id: "KeySet", description: "JSON Web Key Set (RFC 7517)." });

export type KeySet = z.infer<typeof KeySet>;
