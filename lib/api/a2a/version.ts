import { A2A_VERSION } from "@/lib/a2a-door/schema";
import { ServiceError } from "@/lib/errors";
import type { ApiRequest } from "@/lib/http/api-request";

const SUPPORTED = RegExp(`^${A2A_VERSION.replace(".", "\\.")}(\\.\\d+)?$`);

/**
 * Checks the A2A version of a request (A2A 1.0, 3.6), which is a header or a query parameter.
 * @throws ServiceError `versionNotSupported`
 */
export function requireVersion({ headers, url }: Pick<ApiRequest, "headers" | "url">): void {
  const asked = headers.get("a2a-version") || new URL(url).searchParams.get("A2A-Version") || "";
  if (SUPPORTED.test(asked.trim())) return;
  const given =
    asked === "" ? "An absent version means 0.3, which is not supported." : "This version is not supported.";
  throw new ServiceError("versionNotSupported", `${given} Send the header \`A2A-Version: ${A2A_VERSION}\`.`);
}
