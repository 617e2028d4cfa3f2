import { profileHref } from "./profile-href";

/** Returns the page of an act's subject. Undefined for acts about all agents, and others without a page. */
export function subjectHref(subject: string): string | undefined {
  if (subject.startsWith("did:")) return profileHref(subject);
  if (subject.startsWith("audit:")) return `/audits/${subject.slice("audit:".length)}`;
  if (subject.startsWith("maintenance:")) return "/status#maintenance";
  const [, kind, number] = /^(incident:|rfc-)(\d+)$/.exec(subject) ?? [];
  if (number === undefined) return undefined;
  return kind === "incident:" ? `/incidents/${number}` : `/rfcs/${Number(number)}`;
}

export const actHref = (seq: number): string => `/council/acts/${seq}`;
