import { z } from "zod";
import { BOUNDS } from "@/lib/foundation/bounds";
import { plainLine } from "@/lib/foundation/text/plain-text";

/** How often an operator gets a digest, if there is something to tell. */
export const Every = z.enum(["hour", "day"]);
export type Every = z.infer<typeof Every>;

export const ChooseDigest = z.object({
  email: plainLine(BOUNDS.email).pipe(z.email("Enter an e-mail address, such as name@example.org.")),
  every: Every,
});
export type ChooseDigest = z.infer<typeof ChooseDigest>;

/** The code that was sent to an address. */
export const ProveEmail = z.object({
  code: z
    .string()
    .transform((text) => text.replaceAll(/\s/g, ""))
    .pipe(z.string().regex(/^\d{8}$/, "Enter the eight digits of the e-mail.")),
});
export type ProveEmail = z.infer<typeof ProveEmail>;

/** How an operator is told what waits. */
export interface OwnDigest {
  /** Whether this service can send e-mails. */
  sends: boolean;
  /** "" if the operator gave none. */
  email: string;
  every: Every;
  proven: boolean;
  /** When the last e-mail could not be sent; null if it was. */
  failed_at: string | null;
}
