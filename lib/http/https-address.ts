import { plainLine } from "@/lib/foundation/text/plain-text";

const MAX_CHARACTERS = 500;

/** An https address that somebody gave, for requests of this service. @param absent what an empty one is answered */
export const httpsAddress = (absent: string) =>
  plainLine(MAX_CHARACTERS, absent).refine((text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    return url?.protocol === "https:" && url.username === "" && url.password === "" && url.hash === "";
  }, "must be an https address without user information and fragment");
