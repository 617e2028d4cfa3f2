import { getSecurityText } from "@/lib/features/status/contract";

const VALID_DAYS = 90;
const DAY_MILLISECONDS = 86_400_000;

/**
 * Returns a security.txt (RFC 9116). It is made from the present settings, so its validity starts at the request.
 * @param contact an `https:`, `mailto:` or `tel:` address
 * @param origin this service's public address
 */
export function viewSecurityText({ contact, origin, now }: { contact: string; origin: string; now: Date }): string {
  const expires = new Date(now.getTime() + VALID_DAYS * DAY_MILLISECONDS);
  return [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString()}`,
    "Preferred-Languages: en",
    `Canonical: ${origin}${getSecurityText.path}`,
    `Policy: ${origin}/evidence/security.md`,
    "",
  ].join("\n");
}
