import { z } from "zod";

export const CredentialKind = z
  .enum(["agent", "provider", "operator"])
  .meta({ id: "CredentialKind", description: "The owner of a credential." });

export type CredentialKind = z.infer<typeof CredentialKind>;
