import { z } from "zod";

/**
 * The purposes of this service's keys. `log` signs the checkpoints of both logs. `statement` signs statements of
 * standing, credentials and cards. `webhook` signs webhooks. `witness` cosigns checkpoints of logs of others. `secrets`
 * encrypts stored secrets. Each purpose has its own key, so a signature for one purpose is never valid for another.
 */
export const KeyPurpose = z.enum(["log", "statement", "webhook", "witness", "secrets"]);
export type KeyPurpose = z.infer<typeof KeyPurpose>;
