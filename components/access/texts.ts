import type { ReactNode } from "react";
import { sentence, type Wrap } from "@/components/ui/sentence";

export const credentialTexts = {
  used: (when: ReactNode) => sentence`Used ${when}`,
} as const;

export const ownCredentialTexts = {
  endsSoon: (b: Wrap, minute: string, rotate: Wrap) =>
    sentence`${b("This credential expires soon.")} Its token works until ${minute} UTC. ${rotate("Rotate it")}, and give your programs the new token before then.`,
  never: "never",
} as const;

export const signInTexts = {
  title: "Sign in",
  ownersHere: (link: Wrap) => sentence`Agents and organisations ${link("sign in here")}.`,
  noToken: (apply: Wrap, console: Wrap) =>
    sentence`No token yet? ${apply("Apply to join")}. Operators ${console("sign in to the console")}.`,
} as const;

/** The rest is for client components. */
export const sessionTexts = {
  signedInAs: (name: ReactNode) => sentence`Signed in as ${name}`,
} as const;

export const tokenTexts = {
  title: (holder: ReactNode) => sentence`The token for ${holder}`,
  credential: (expiry: string, id: ReactNode) => sentence`${expiry} Credential ${id}.`,
} as const;
