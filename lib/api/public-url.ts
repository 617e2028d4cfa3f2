import { settings } from "@/lib/foundation/env";
import { ownAddress } from "@/lib/foundation/hosts";

/** Returns this service's address for links that are not signed; see `lib/foundation/hosts.ts`. */
export function publicUrl({ headers }: { headers: Pick<Headers, "get"> }): string {
  return ownAddress(headers, settings());
}
