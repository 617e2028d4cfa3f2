import { cookies, headers } from "next/headers";
import { type Context, requestScope } from "@/lib/authority/context";
import { openDatabase } from "@/lib/database/open";
import { sessionCookies, sessionSecret } from "@/lib/edge/session-cookie";
import { closeSession, findSession, type SignedIn } from "@/lib/features/access/service/sessions";
import { log } from "@/lib/foundation/log";
import { parseUrl } from "@/lib/foundation/parse-url";
import type { Caller } from "@/lib/identity/permissions";
import { isWithin, SESSION_AREAS, type SessionArea, signInPage } from "@/lib/identity/session-area";

type Ctx = Omit<Context, "caller">;

/** Returns the session of the present request, if there is one. @param isActive as in `findSession` */
export async function currentSession(ctx: Ctx, area: SessionArea, isActive = true): Promise<SignedIn | null> {
  const session = await findSession(ctx, area, await sentSecret(area), isActive);
  if (session !== null) requestScope().hasSession = true;
  return session;
}

async function sentSecret(area: SessionArea): Promise<string | undefined> {
  const jar = await cookies();
  return sessionSecret(area, (name) => jar.get(name)?.value, (await headers()).get("x-forwarded-proto") ?? undefined);
}

export async function sessionCaller(ctx: Ctx, area: SessionArea): Promise<Caller> {
  return (await currentSession(ctx, area))?.caller ?? { kind: "anonymous" };
}

async function endSent(area: SessionArea): Promise<void> {
  await closeSession({ db: openDatabase(), clock: () => new Date(), log: log() }, await sentSecret(area));
}

/** Sends the secret of a form's new session to the browser, and ends its former session. */
export async function keepSessionOfForm(area: SessionArea, secret: string): Promise<void> {
  await endSent(area);
  // The browser itself tells the scheme (http or https) that it used.
  await keepSession(area, secret, (await headers()).get("origin")?.startsWith("https:") ?? false);
}

/** Sends a session's secret to the browser. Only a form's action or a route handler may call it. */
export async function keepSession(area: SessionArea, secret: string, isSecure: boolean): Promise<void> {
  const { plain, secure } = sessionCookies(area);
  const rules = { httpOnly: true, sameSite: "strict", path: SESSION_AREAS[area], secure: isSecure } as const;
  (await cookies()).set(isSecure ? secure : plain, secret, rules);
}

/** Ends the session of the present request and deletes its cookie. Only a form's action may call it. */
export async function dropSession(area: SessionArea): Promise<void> {
  await endSent(area);
  const jar = await cookies();
  const { plain, secure } = sessionCookies(area);
  jar.delete({ name: plain, path: SESSION_AREAS[area] });
  // Browsers ignore this cookie name without `Secure`, even to delete it.
  jar.delete({ name: secure, path: SESSION_AREAS[area], secure: true });
}

/** Returns the address for signing in. @param path where to go afterwards */
export function signInAddress(area: SessionArea, path?: string): string {
  const to = pageWithin(area, path);
  return to === SESSION_AREAS[area] ? signInPage(area) : `${signInPage(area)}?${new URLSearchParams({ to })}`;
}

/** Returns the address if it is a page of the area; otherwise the area's first page. */
export function pageWithin(area: SessionArea, address: string | undefined): string {
  const home = SESSION_AREAS[area];
  const url = address === undefined ? null : parseUrl(address, "http://portal.invalid");
  if (url === null) return home;
  const { origin, pathname, search } = url;
  const within = origin === "http://portal.invalid" && isWithin(pathname, home) && pathname !== signInPage(area);
  return within ? pathname + search : home;
}
