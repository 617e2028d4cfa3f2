import { refresh } from "next/cache";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import type { z } from "zod";
import { readForm } from "@/lib/api/form";
import { type Context, type FormLimit, requestScope } from "@/lib/authority/context";
import { isDatabaseError } from "@/lib/database/errors";
import { openDatabase } from "@/lib/database/open";
import { secondsUntil } from "@/lib/edge/limiter";
import { SignIn } from "@/lib/features/access/schema";
import { openConsoleSession, openOwnerSession } from "@/lib/features/access/service/sign-in";
import { ServiceError, unauthenticated } from "@/lib/foundation/errors";
import { log } from "@/lib/foundation/log";
import { reasonOf } from "@/lib/foundation/reason";
import { DEFAULT_ERRORS } from "@/lib/http/errors";
import type { FormAction, FormState } from "@/lib/http/form-state";
import type { SessionArea } from "@/lib/identity/session-area";
import { keepForm, TOKEN_FIELD } from "./kept-form";
import { keepSessionOfForm, sessionCaller, signInAddress } from "./session";

const LOOK = "Nothing was saved. Check the marked fields.";

const OPEN_SESSION = { console: openConsoleSession, owner: openOwnerSession } as const;

/** The area in which a form's sender is signed in. */
const SIGNED_IN_TO = { anyone: null, operator: "console", owner: "owner" } as const;

interface FormActionOptions<S extends z.ZodType, V> {
  /** Who may send the form: a signed-in operator or owner, or anyone. The verb still checks its caller. */
  caller: keyof typeof SIGNED_IN_TO;
  schema: S;
  verb: (ctx: Context, input: z.output<S>) => Promise<V>;
  /** Fields that are never shown again, such as tokens. */
  secrets?: readonly string[];
  /** Fields that may have a file. */
  files?: readonly string[];
  /**
   * Whether it leads to another page. The form's page is then not refreshed, so it stays until the browser has left it.
   */
  redirects?: true;
  /** How often one address may send it without an error at a field. */
  limit?: FormLimit;
}

/**
 * Binds a form to a verb: caller, parse, call. An error is returned as a state that shows it at its fields, with the
 * typed values. A success refreshes the page's lists. The edge has checked that the form was sent from our own page.
 * Bind only at a module's top level: a closure would be sent to the browser, encrypted with a key of this build.
 */
export function formAction<S extends z.ZodType, V>(options: FormActionOptions<S, V>): FormAction<V> {
  const area = SIGNED_IN_TO[options.caller];
  return async (_previous, form) => {
    const base = { db: openDatabase(), clock: () => new Date(), log: log() };
    if (area !== null && form instanceof FormData && form.has(TOKEN_FIELD)) {
      return signInAgain({ ...base, caller: { kind: "anonymous" } }, area, form, options.secrets);
    }
    const state = await runFormAction(options, form, async () => ({
      ...base,
      caller: area === null ? { kind: "anonymous" } : await sessionCaller(base, area),
    }));
    if (state.outcome === "done") {
      if (!options.redirects) refresh();
    } else if (area !== null && isUnauthenticated() && !(await sentByScript()) && !(await keepForm(options.secrets))) {
      redirect(signInAddress(area, requestScope().path));
    } else if (requestScope().event["refused"] === "conflict" && state.message !== undefined) {
      requestScope().overtaken = state.message;
    }
    return state;
  };
}

/**
 * Signs in the sender of a form whose session had ended. The form is not sent: it comes back with its text, because its
 * sender may now be another person.
 */
async function signInAgain<V>(
  ctx: Context,
  area: SessionArea,
  form: FormData,
  secrets: readonly string[] = [],
): Promise<FormState<V>> {
  const exchange = { caller: "anyone", schema: SignIn, verb: OPEN_SESSION[area], secrets: ["token"] } as const;
  const token = new FormData();
  token.set("token", form.get(TOKEN_FIELD) ?? "");
  // The sender may have signed in meanwhile, in another tab.
  const isSignedIn = token.get("token") === "" && (await sessionCaller(ctx, area)).kind !== "anonymous";
  const signedIn = isSignedIn ? undefined : await runFormAction(exchange, token, async () => ctx);
  if (signedIn?.outcome === "done") await keepSessionOfForm(area, signedIn.value.secret);
  else if (
    signedIn !== undefined &&
    !(await keepForm(secrets, signedIn.fields?.["token"]?.join(" ") ?? signedIn.message))
  ) {
    redirect(signInAddress(area, requestScope().path));
  }
  const { values } = readForm(form);
  for (const name of [TOKEN_FIELD, ...secrets]) delete values[name];
  return { outcome: "open", values, message: "You are signed in again. Nothing was saved yet. Send the form again." };
}

/** Returns whether a form failed because its session has ended. */
const isUnauthenticated = () => requestScope().event["refused"] === "unauthenticated";

/**
 * Returns whether the page's script sent the form and shows the state itself. Otherwise the browser sent it and gets a
 * page.
 */
async function sentByScript(): Promise<boolean> {
  return (await headers()).has("next-action");
}

/** Ends a form that leads to another page: redirects the browser, or the page's script navigates by itself. */
export async function redirectTo(to: string): Promise<FormState<{ to: string }>> {
  if (!(await sentByScript())) redirect(to);
  return { outcome: "done", value: { to } };
}

/** Runs a form. @param context the sender, as far as known */
export async function runFormAction<S extends z.ZodType, V>(
  options: FormActionOptions<S, V>,
  form: FormData,
  context: () => Promise<Context>,
): Promise<FormState<V>> {
  const { event } = requestScope();
  // A program may call an action with any value.
  const { values, input, fields } = readForm(form instanceof FormData ? form : new FormData(), options.files);
  for (const name of options.secrets ?? []) delete values[name];
  try {
    const ctx = await context();
    if (options.caller !== "anyone" && ctx.caller.kind === "anonymous") {
      throw unauthenticated("Your session has ended. Sign in again in another tab, then send this form again.");
    }
    const parsed = options.schema.safeParse(input, { error: wording });
    if (!parsed.success || Object.keys(fields).length > 0) {
      event["refused"] = "invalid";
      const issues = { ...(parsed.success ? {} : issuesByField(parsed.error)), ...fields };
      return { outcome: "open", values, fields: issues, message: LOOK };
    }
    // A form with an error at a field costs little, and its sender sends it again.
    await checkFormLimit(options.limit);
    return { outcome: "done", value: await options.verb(ctx, parsed.data) };
  } catch (error) {
    const message = messageOf(error);
    const field = error instanceof ServiceError ? error.field : undefined;
    if (field === undefined) return { outcome: "open", values, message };
    return { outcome: "open", values, message: LOOK, fields: { [field]: [message] } };
  }
}

async function checkFormLimit(limit: FormLimit | undefined): Promise<void> {
  const attempt = limit && (await requestScope().attempt?.(limit));
  if (!attempt || attempt.allowed) return;
  const waitMinutes = Math.ceil(secondsUntil(attempt.resetAtSeconds) / 60);
  const wait = waitMinutes > 90 ? `${Math.ceil(waitMinutes / 60)} h` : `${waitMinutes} min`;
  throw new ServiceError("rateLimited", `Too many attempts from this address. Try again in ${wait}.`);
}

/**
 * The message for a field that is absent or has another type than its form gives it. Other issues have their own
 * messages.
 */
const wording: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === "invalid_type" && issue.input === undefined) return "This field is required.";
  if (issue.code === "invalid_type" && issue.expected === "number") return "This must be a number.";
  return undefined;
};

/** Groups the issues by the first segment of their path. Issues of the whole form are under "". */
function issuesByField(error: z.ZodError): Record<string, string[]> {
  const fields = new Map<string, string[]>();
  for (const { path, message } of error.issues) {
    const name = String(path[0] ?? "");
    fields.set(name, [...(fields.get(name) ?? []), message]);
  }
  return Object.fromEntries(fields);
}

/** Returns the message for the person. The rest is logged under the id that the message contains. */
function messageOf(error: unknown): string {
  const { event, requestId } = requestScope();
  if (error instanceof ServiceError) {
    event["refused"] = error.kind;
    return error.message || `${DEFAULT_ERRORS[error.kind].error}.`;
  }
  event["error"] = error instanceof Error ? (error.stack ?? error.message) : reasonOf(error);
  log().error(
    { error: event["error"], cause: error instanceof Error && error.cause !== undefined ? reasonOf(error.cause) : "" },
    "form failed",
  );
  if (isDatabaseError(error)) {
    return `The registry is temporarily unavailable, so the change may not be saved. What you typed is still here. Request ${requestId}.`;
  }
  return `An internal error occurred. Your input is still here. Request ${requestId}.`;
}
