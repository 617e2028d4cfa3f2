import { refresh } from "next/cache";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import type { z } from "zod";
import { readForm } from "@/lib/api/form";
import { type Context, type FormLimit, requestScope } from "@/lib/context";
import { isDatabaseError } from "@/lib/db/errors";
import { openDatabase } from "@/lib/db/open";
import { ServiceError, unauthenticated } from "@/lib/errors";
import { DEFAULT_ERRORS } from "@/lib/http/errors";
import type { FormAction, FormState } from "@/lib/http/form-state";
import { log } from "@/lib/log";
import { sessionCaller, signInAddress } from "./session";

const LOOK = "Nothing was done yet: look at the marked fields.";

/** Where the sender of a form is signed in to. */
const SIGNED_IN_TO = { anyone: null, operator: "console", owner: "owner" } as const;

interface ActOptions<S extends z.ZodType, V> {
  /** Who may send the form: an operator or owner who is signed in, or anyone. The verb still checks its caller. */
  caller: keyof typeof SIGNED_IN_TO;
  schema: S;
  verb: (ctx: Context, input: z.output<S>) => Promise<V>;
  /** Fields that never come back, such as tokens. */
  secrets?: readonly string[];
  /** It leads to another page, so its own stays until the browser has left it. */
  leads?: true;
  /** How often one address may send it. */
  limit?: FormLimit;
}

/**
 * Binds a form to a verb: caller, parse, call. A refusal comes back as a state that shows it at its fields, with all
 * that was typed; success makes the page's lists anew. That the form was sent from our own page the edge has seen.
 * Bind only what a module's top level holds: a closure would be sent to the browser, under a key of this build.
 */
export function act<S extends z.ZodType, V>(options: ActOptions<S, V>): FormAction<V> {
  const area = SIGNED_IN_TO[options.caller];
  return async (_previous, form) => {
    const base = { db: openDatabase(), clock: () => new Date(), log: log() };
    const state = await submit(options, form, async () => ({
      ...base,
      caller: area === null ? { kind: "anonymous" } : await sessionCaller(base, area),
    }));
    if (state.outcome === "done") {
      if (!options.leads) refresh();
    } else if (area !== null && isUnauthenticated() && !(await sentByScript())) {
      redirect(signInAddress(area, requestScope().path));
    }
    return state;
  };
}

/** Whether a form was refused because its session has ended. */
const isUnauthenticated = () => requestScope().event["refused"] === "unauthenticated";

/** Whether the page's script sent the form, and shows the state itself; else the browser did, and is sent a page. */
async function sentByScript(): Promise<boolean> {
  return (await headers()).has("next-action");
}

/** The end of a form that leads to another page: the browser is sent there, or the page's script goes by itself. */
export async function leadTo(to: string): Promise<FormState<{ to: string }>> {
  if (!(await sentByScript())) redirect(to);
  return { outcome: "done", value: { to } };
}

/** What becomes of a form. @param context who sent it, as far as that is known */
export async function submit<S extends z.ZodType, V>(
  options: ActOptions<S, V>,
  form: FormData,
  context: () => Promise<Context>,
): Promise<FormState<V>> {
  const { event } = requestScope();
  // A program may call an action with anything.
  const { values, input, fields } = readForm(form instanceof FormData ? form : new FormData());
  for (const name of options.secrets ?? []) delete values[name];
  try {
    await refuseOften(options.limit);
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
    return { outcome: "done", value: await options.verb(ctx, parsed.data) };
  } catch (error) {
    const message = messageOf(error);
    const field = error instanceof ServiceError ? error.field : undefined;
    if (field === undefined) return { outcome: "open", values, message };
    return { outcome: "open", values, message: LOOK, fields: { [field]: [message] } };
  }
}

async function refuseOften(limit: FormLimit | undefined): Promise<void> {
  const attempt = limit && (await requestScope().attempt?.(limit));
  if (!attempt || attempt.allowed) return;
  const waitMinutes = Math.max(1, Math.ceil((attempt.resetSeconds - Date.now() / 1_000) / 60));
  const wait = waitMinutes > 90 ? `${Math.ceil(waitMinutes / 60)} h` : `${waitMinutes} min`;
  throw new ServiceError("rateLimited", `Too many attempts from this address. Try again in ${wait}.`);
}

/** What is said of a field that is absent or of another type than its form gives it; other issues say it themselves. */
const wording: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === "invalid_type" && issue.input === undefined) return "This is needed.";
  if (issue.code === "invalid_type" && issue.expected === "number") return "This is not a number.";
  return undefined;
};

/** The issues by the first segment of their path; those of the whole form stand under "". */
function issuesByField(error: z.ZodError): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const { path, message } of error.issues) {
    const name = String(path[0] ?? "");
    fields[name] = [...(fields[name] ?? []), message];
  }
  return fields;
}

/** What a person is told; the rest goes to the log, under the id that they are given. */
function messageOf(error: unknown): string {
  const { event, requestId } = requestScope();
  if (error instanceof ServiceError) {
    event["refused"] = error.kind;
    return error.message || `${DEFAULT_ERRORS[error.kind].error}.`;
  }
  event["error"] = error instanceof Error ? (error.stack ?? error.message) : String(error);
  log().error({ error: event["error"], cause: error instanceof Error ? String(error.cause ?? "") : "" }, "form failed");
  if (isDatabaseError(error)) {
    return `The register does not answer just now, so this may not be on record. What you typed is still here. Request ${requestId}.`;
  }
  return `This failed on our side. What you typed is still here. Request ${requestId}.`;
}
