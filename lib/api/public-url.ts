import { ownAddress } from "@/lib/edge/hosts";
import { settings } from "@/lib/env";

/** Returns this service's address for links that are not signed; see `lib/edge/hosts.ts`. */
export function publicUrl({ headers }: { headers: Pick<Headers, "get"> }): string {
  return ownAddress(headers, settings());
}
