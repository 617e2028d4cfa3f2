import type { Settings } from "@/lib/foundation/env";
import { examine, type Finding, ok, warning } from "./finding";

/** Long enough for a server that loads its pages on a busy machine. */
const ANSWER_MILLISECONDS = 10_000;
const COUNT = /^untrusted_forwarding_requests_total (\d+)/m;

/** Asks the running server whether a proxy names its clients and is not trusted. @param base where the server listens */
export const examineForwarding = (
  base: string,
  { TRUSTED_PROXIES }: Pick<Settings, "TRUSTED_PROXIES">,
): Promise<Finding> =>
  examine("proxies", "Look at /metrics of the server.", async () => {
    const response = await fetch(`${base}/metrics`, { signal: AbortSignal.timeout(ANSWER_MILLISECONDS) });
    const count = Number(COUNT.exec(await response.text())?.[1] ?? 0);
    if (count === 0) return ok("proxies", "Every X-Forwarded-For came from a trusted proxy.");
    return warning(
      "proxies",
      `${count} requests had X-Forwarded-For from an address that is not in TRUSTED_PROXIES (${TRUSTED_PROXIES.join(", ") || "unset"}).`,
      "If a proxy of yours is in front, name it in TRUSTED_PROXIES: until then all of its clients share one rate limit.",
    );
  });
