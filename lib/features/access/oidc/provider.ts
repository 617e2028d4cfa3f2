import { type Settings, settings } from "@/lib/foundation/env";

/** The path at which a sign-in begins, and the one to which the provider sends the browser back. */
export const START = "/console/sign-in/openid";
const CALLBACK = `${START}/callback`;

/** The OpenID Connect provider with which operators sign in, from the settings. */
export interface Provider {
  issuer: URL;
  /** Its name on pages. */
  name: string;
  clientId: string;
  clientSecret: string;
  scope: string;
  roleClaim: string;
  roles: Settings["OIDC_ROLES"];
  /** Our address to which it sends the browser back. */
  redirectUri: string;
}

/** Returns the provider of the settings; null if operators sign in with tokens only. */
export function configuredProvider(read: Settings = settings()): Provider | null {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, PUBLIC_URL } = read;
  if (!OIDC_ISSUER || !OIDC_CLIENT_ID || !OIDC_CLIENT_SECRET || !PUBLIC_URL) return null;
  const issuer = new URL(OIDC_ISSUER);
  return {
    issuer,
    name: read.OIDC_NAME ?? issuer.host,
    clientId: OIDC_CLIENT_ID,
    clientSecret: OIDC_CLIENT_SECRET,
    scope: read.OIDC_SCOPE,
    roleClaim: read.OIDC_ROLE_CLAIM,
    roles: read.OIDC_ROLES,
    redirectUri: new URL(CALLBACK, PUBLIC_URL).href,
  };
}

/**
 * Returns the address at which a sign-in begins, at the host to which the provider sends the browser back.
 * @param query `to` is the page to open afterwards; `link` adds the account to the signed-in operator
 */
export const startAddress = ({ redirectUri }: Provider, query: { to: string; link?: "1" }): string =>
  `${new URL(START, redirectUri)}?${new URLSearchParams(query)}`;
