import { cookies, headers } from "next/headers";
import { closeSession, findSession, type SignedIn } from "@/lib/access/service/sessions";
import { type Context, requestScope } from "@/lib/context";
import { openDatabase } from "@/lib/db/open";
import { sessionCookies, sessionSecret } from "@/lib/edge/session-cookie";
import { log } from "@/lib/log";
import type { Caller } from "@/lib/permissions";
import { isWithin, SESSION_AREAS, type SessionArea, signInPage } from "@/lib/session-area";

type Ctx = Omit<Context, "caller">;

/** The session of the request under way, if there is one. */
export async function currentSession(ctx: Ctx, area: SessionArea): Promise<SignedIn | null> {
  const session = await findSession(ctx, area, await sentSecret(area));
  if (session !== null) requestScope().hasSession = true;
  return session;
}

async function sentSecret(area: SessionArea): Promise<string | undefined> {
  const jar = await cookies();
  return sessionSecret(area, (name) => jar.get(name)?.value, (await headers()).get("x-forwarded-proto") ?? undefined);
}

/** The caller whose session the request under way belongs to. */
export async function sessionCaller(ctx: Ctx, area: SessionArea): Promise<Caller> {
  return (await currentSession(ctx, area))?.caller ?? { kind: "anonymous" };
}

async function endSent(area: SessionArea): Promise<void> {
  await closeSession({ db: openDatabase(), clock: () => new Date(), log: log() }, await sentSecret(area));
}

/** Hands the browser a session's secret, and ends the session that it had. Only a form's action may. */
export async function keepSession(area: SessionArea, secret: string): Promise<void> {
  await endSent(area);
  // The browser itself says how it reached the form.
  const isSecure = (await headers()).get("origin")?.startsWith("https:") ?? false;
  const { plain, secure } = sessionCookies(area);
  const rules = { httpOnly: true, sameSite: "strict", path: SESSION_AREAS[area], secure: isSecure } as const;
  (await cookies()).set(isSecure ? secure : plain, secret, rules);
}

/** Ends the session of the request under way, and takes its cookie back. Only a form's action may. */
export async function dropSession(area: SessionArea): Promise<void> {
  await endSent(area);
  const jar = await cookies();
  const { plain, secure } = sessionCookies(area);
  jar.delete({ name: plain, path: SESSION_AREAS[area] });
  // Browsers take no notice of this name without `Secure`, not even to delete it.
  jar.delete({ name: secure, path: SESSION_AREAS[area], secure: true });
}

/** Where somebody without a session is sent. @param path where they wanted to go */
export function signInAddress(area: SessionArea, path?: string): string {
  const to = pageWithin(area, path);
  return to === SESSION_AREAS[area] ? signInPage(area) : `${signInPage(area)}?${new URLSearchParams({ to })}`;
}

/** The page of a part that an address names; the part's first page where it names another place. */
export function pageWithin(area: SessionArea, address: string | undefined): string {
  const home = SESSION_AREAS[area];
  if (address === undefined || !URL.canParse(address, "http://portal.invalid")) return home;
  const { origin, pathname, search } = new URL(address, "http://portal.invalid");
  const within = origin === "http://portal.invalid" && isWithin(pathname, home) && pathname !== signInPage(area);
  return within ? pathname + search : home;
}
