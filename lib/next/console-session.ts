import { cookies, headers } from "next/headers";
import { closeSession, findSession, type SignedIn } from "@/lib/access/service/sessions";
import { type Context, requestScope } from "@/lib/context";
import { openDatabase } from "@/lib/db/open";
import { SECURE_SESSION_COOKIE, SESSION_COOKIE, sessionSecret } from "@/lib/edge/session-cookie";
import { log } from "@/lib/log";
import type { Caller } from "@/lib/permissions";

const SIGN_IN = "/console/sign-in";

type Ctx = Omit<Context, "caller">;

/** The session of the request under way, if there is one. */
export async function currentSession(ctx: Ctx): Promise<SignedIn | null> {
  const session = await findSession(ctx, await sentSecret());
  if (session !== null) requestScope().hasSession = true;
  return session;
}

async function sentSecret(): Promise<string | undefined> {
  const jar = await cookies();
  return sessionSecret((name) => jar.get(name)?.value, (await headers()).get("x-forwarded-proto") ?? undefined);
}

/** The operator whose session the request under way belongs to. */
export async function sessionCaller(ctx: Ctx): Promise<Caller> {
  return (await currentSession(ctx))?.caller ?? { kind: "anonymous" };
}

/** Hands the browser a session's secret. Only a form's action may. */
export async function keepSession(secret: string): Promise<void> {
  // The browser itself says how it reached the form.
  const secure = (await headers()).get("origin")?.startsWith("https:") ?? false;
  const name = secure ? SECURE_SESSION_COOKIE : SESSION_COOKIE;
  (await cookies()).set(name, secret, { httpOnly: true, sameSite: "strict", path: "/console", secure });
}

/** Ends the session of the request under way, and takes its cookie back. Only a form's action may. */
export async function dropSession(): Promise<void> {
  await closeSession({ db: openDatabase(), clock: () => new Date(), log: log() }, await sentSecret());
  const jar = await cookies();
  jar.delete({ name: SESSION_COOKIE, path: "/console" });
  // Browsers take no notice of this name without `Secure`, not even to delete it.
  jar.delete({ name: SECURE_SESSION_COOKIE, path: "/console", secure: true });
}

/** Where somebody without a session is sent. @param path where they wanted to go */
export function signInAddress(path = "/console"): string {
  const to = consolePath(path);
  return to === "/console" ? SIGN_IN : `${SIGN_IN}?${new URLSearchParams({ to })}`;
}

/** The page of the console that an address names; the overview where it names another place. */
export function consolePath(address: string | undefined): string {
  if (address === undefined || !URL.canParse(address, "http://console.invalid")) return "/console";
  const { origin, pathname, search } = new URL(address, "http://console.invalid");
  const within = origin === "http://console.invalid" && /^\/console(\/|$)/.test(pathname) && pathname !== SIGN_IN;
  return within ? pathname + search : "/console";
}
