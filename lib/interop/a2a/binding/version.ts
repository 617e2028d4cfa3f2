import { ServiceError } from "@/lib/foundation/errors";
import type { ApiRequest } from "@/lib/http/api-request";
import { A2A_VERSION } from "@/lib/http/errors";

/** Returns whether a version is ours, with any patch number. */
function isSupported(version: string): boolean {
  const patch = version.slice(A2A_VERSION.length);
  return version.startsWith(A2A_VERSION) && /^(\.\d+)?$/.test(patch);
}

/**
 * Checks the A2A version of a request (A2A 1.0, 3.6), which is a header or a query parameter.
 * @throws ServiceError `versionNotSupported`
 */
export function requireVersion({ headers, url }: Pick<ApiRequest, "headers" | "url">): void {
  const asked = headers.get("a2a-version") || new URL(url).searchParams.get("A2A-Version") || "";
  if (isSupported(asked.trim())) return;
  const given =
    asked === "" ? "An absent version means 0.3, which is not supported." : "This version is not supported.";
  throw new ServiceError("versionNotSupported", `${given} Send the header \`A2A-Version: ${A2A_VERSION}\`.`);
}
