import { cookies } from "next/headers";
import { type Context, requestScope } from "@/lib/authority/context";
import { openDatabase } from "@/lib/database/open";
import { type FailureCode, SignInFailure } from "@/lib/features/access/oidc/failure";
import { configuredProvider, type Provider, START } from "@/lib/features/access/oidc/provider";
import { finishSignIn } from "@/lib/features/access/oidc/service/finish-sign-in";
import { startSignIn } from "@/lib/features/access/oidc/service/start-sign-in";
import { TRANSACTION_SECONDS } from "@/lib/features/access/oidc/transaction";
import { log } from "@/lib/foundation/log";
import { reasonOf } from "@/lib/foundation/reason";
import { escapeMarkup } from "@/lib/http/feed";
import { signInPage } from "@/lib/identity/session-area";
import { currentSession, keepSession, pageWithin, signInAddress } from "./session";

const NO_STORE = { "cache-control": "no-store" };
/** The longest address that is kept through a sign-in, because browsers limit a cookie to 4,096 bytes. */
const MAX_ADDRESS = 1_000;

/**
 * The cookie of a sign-in that has begun. Browsers send a `Lax` cookie when the provider sends them back. They would not
 * send a `Strict` one.
 */
function transactionCookie({ redirectUri }: Provider) {
  const secure = redirectUri.startsWith("https:");
  const name = `${secure ? "__Secure-" : ""}console-openid`;
  return { name, secure, httpOnly: true, sameSite: "lax", path: START } as const;
}

const contextOf = (): Context => ({
  ...{ db: openDatabase(), caller: { kind: "anonymous" }, clock: () => new Date(), log: log() },
});

const redirectTo = (location: string) => new Response(null, { status: 303, headers: { ...NO_STORE, location } });

/** Sends the browser to the provider. `to` is the page to open afterwards; `link` adds the account to the own operator. */
export async function startOpenIdSignIn(request: Request): Promise<Response> {
  return orFailure(async (provider) => {
    const ctx = contextOf();
    const { searchParams } = new URL(request.url);
    const session = await currentSession(ctx, "console");
    const links = searchParams.has("link");
    if (links && !session?.operator) return redirectTo(signInAddress("console", "/console/operators"));
    const to = pageWithin("console", searchParams.get("to") ?? undefined);
    const { address, transaction } = await startSignIn(ctx, provider, {
      to: to.length > MAX_ADDRESS ? pageWithin("console", undefined) : to,
      session: session?.id ?? null,
      operator: links ? (session?.operator ?? null) : null,
    });
    (await cookies()).set({ ...transactionCookie(provider), value: transaction, maxAge: TRANSACTION_SECONDS });
    return redirectTo(address);
  });
}

/**
 * Opens a session for the browser that the provider sends back. The response is a page that goes on by itself, because
 * browsers send the session's `Strict` cookie only with requests that begin on our own pages.
 */
export async function finishOpenIdSignIn(request: Request): Promise<Response> {
  return orFailure(async (provider) => {
    const { name, ...where } = transactionCookie(provider);
    const jar = await cookies();
    const transaction = jar.get(name)?.value;
    jar.set({ ...where, name, value: "", maxAge: 0 });
    const { search } = new URL(request.url);
    const { secret, to } = await finishSignIn(contextOf(), provider, { search, transaction });
    await keepSession("console", secret, where.secure);
    return new Response(pageThatGoesOn(to), { headers: { ...NO_STORE, "content-type": "text/html; charset=utf-8" } });
  });
}

/** Runs a step of the sign-in. If it fails, the browser is sent to the sign-in page, which says why. */
async function orFailure(step: (provider: Provider) => Promise<Response>): Promise<Response> {
  const provider = configuredProvider();
  if (provider === null) return redirectTo(signInPage("console"));
  try {
    return await step(provider);
  } catch (error) {
    const failure = error instanceof SignInFailure ? error : undefined;
    const code: FailureCode = failure?.code ?? "internal";
    Object.assign(requestScope().event, { refused: code, reason: failure?.reason });
    if (failure === undefined) log().error({ error: reasonOf(error) }, "sign-in by OpenID Connect failed");
    else log().warn({ failure: failure.code, reason: failure.reason }, "sign-in by OpenID Connect refused");
    return redirectTo(`${signInPage("console")}?${new URLSearchParams({ failure: code })}`);
  }
}

function pageThatGoesOn(to: string): string {
  const address = escapeMarkup(to);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0;url=${address}">
<title>Signed in</title>
</head>
<body><main><h1>You are signed in</h1><p><a href="${address}">Go on to the console</a></p></main></body>
</html>
`;
}
