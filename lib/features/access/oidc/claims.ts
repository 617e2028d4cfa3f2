import { BOUNDS } from "@/lib/foundation/bounds";
import { ownValue } from "@/lib/foundation/own-values";
import { plainLine } from "@/lib/foundation/text/plain-text";
import { ROLES, type Role } from "@/lib/identity/roles";
import type { Provider } from "./provider";

export type Claims = Readonly<Record<string, unknown>>;

/** Returns the highest role that the settings give for the claims; null if they give none. */
export function roleOf(claims: Claims, { roleClaim, roles }: Pick<Provider, "roleClaim" | "roles">): Role | null {
  const values = new Set([ownValue(claims, roleClaim)].flat());
  const given = new Set(roles.filter(({ value }) => values.has(value)).map(({ role }) => role));
  return ROLES.findLast((role) => given.has(role)) ?? null;
}

const Name = plainLine(BOUNDS.name);

/** Returns the person's name (OpenID Connect Core, 5.1); empty if there is none that can be shown. */
export function nameOf(claims: Claims): string {
  const { data = "" } = Name.safeParse(ownValue(claims, "name"));
  return data;
}
