import { isLoopbackHost } from "@/lib/foundation/loopback";
import { parseUrl } from "@/lib/foundation/parse-url";
import { plainLine } from "@/lib/foundation/text/plain-text";

const MAX_CHARACTERS = 500;

/**
 * An https address that somebody gave, for requests of this service.
 * @param absent the error message for an empty address
 * @param also `loopback`: an http address of the service's own machine is possible too; the verb decides
 */
export const httpsAddress = (absent: string, also?: "loopback") =>
  plainLine(MAX_CHARACTERS, absent).refine((text) => {
    const url = parseUrl(text);
    const isPossible =
      url?.protocol === "https:" || (also && url?.protocol === "http:" && isLoopbackHost(url.hostname));
    return isPossible && url?.username === "" && url.password === "" && url.hash === "";
  }, "must be an https address without user information and fragment");
