import { z } from "zod";

/**
 * What a key of this service is for: `log` signs the checkpoints of both logs, `statement` signs statements of standing,
 * credentials and cards. Each purpose has a key of its own, so a signature made for one never counts for another.
 */
export const KeyPurpose = z.enum(["log", "statement", "webhook", "witness", "secrets"]);
export type KeyPurpose = z.infer<typeof KeyPurpose>;
