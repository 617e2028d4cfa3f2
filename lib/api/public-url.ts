import { ownAddress } from "@/lib/edge/hosts";
import { settings } from "@/lib/env";

/** This service's address for links in what is not signed; see `lib/edge/hosts.ts`. */
export function publicUrl({ headers }: { headers: Pick<Headers, "get"> }): string {
  return ownAddress(headers, settings());
}
