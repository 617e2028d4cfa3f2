import { z } from "zod";

/** What users know of the service, in display order. */
export const Component = z.enum(["api", "portal", "relay", "ledger", "directory", "events", "mail"]);
export type Component = z.infer<typeof Component>;
