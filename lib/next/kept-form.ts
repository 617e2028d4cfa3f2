import { requestScope } from "@/lib/authority/context";

/** The field of the token in a form that signs its sender in again. No other form has it. */
export const TOKEN_FIELD = "session_token";

/** Maximum characters of a form that is kept through a sign-in. The longest text of a form has a tenth of it. */
const MAX_KEPT = 100_000;

/**
 * Keeps the form of this request, which a browser sent after its session had ended, for the page that responds: it asks
 * for a token, and has the form in hidden fields.
 * @param secrets fields that are never shown again
 * @param problem why the token was rejected
 * @returns false if the form is too long to keep, or did not come through the edge
 */
export async function keepForm(secrets: readonly string[] = [], problem?: string): Promise<boolean> {
  const scope = requestScope();
  if (scope.formBody === undefined) return false;
  const { type, bytes } = scope.formBody;
  const form = await new Response(new Uint8Array(bytes), { headers: { "content-type": type } }).formData();
  for (const name of [TOKEN_FIELD, ...secrets]) form.delete(name);
  const fields = [...form].flatMap(([name, value]): [string, string][] =>
    typeof value === "string" ? [[name, value]] : [],
  );
  if (fields.flat().join("").length > MAX_KEPT) return false;
  scope.keptForm = { fields: Object.fromEntries(fields), problem };
  return true;
}
