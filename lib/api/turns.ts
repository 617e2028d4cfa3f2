import type { Endpoint } from "@/lib/http/endpoint";
import { isWrite } from "@/lib/identity/permissions";

/** Returns the kind of turn for a request to an endpoint; null if it waits for none. */
export function turnOf({ kind, permission, turn }: Endpoint): "read" | "large" | null {
  if (turn === "none" || kind === "probe" || kind === "stream") return null;
  if (permission !== undefined && isWrite(permission)) return null;
  return turn ?? "read";
}

/** Returns a function that returns the kind of turn for an operation, by its method and path template. */
export function turnsOf(
  endpoints: readonly Endpoint[],
): (method: string, template: string) => ReturnType<typeof turnOf> {
  const turns = new Map(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, turnOf(endpoint)]));
  return (method, template) => turns.get(`${method === "HEAD" ? "GET" : method} ${template}`) ?? null;
}
