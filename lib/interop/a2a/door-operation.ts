import { z } from "zod";
import { ownValue } from "@/lib/foundation/own-values";
import type { Endpoint, Method } from "@/lib/http/endpoint";
import { A2A_VERSION } from "@/lib/http/errors";
import { EXAMPLE_ID, VersionHeader } from "./schema";

interface DoorAddress {
  path: "/api/a2a" | "/api/a2a/{did}";
  /** Left out of the client that others install. */
  example?: { params: { did: string } };
}

const EXAMPLES = { did: "did:demo:s2:glossa", id: EXAMPLE_ID, config: "1" };

export const MEMBER = {
  path: "/api/a2a/{did}",
  example: { params: { did: EXAMPLES.did } },
} as const satisfies DoorAddress;
/** The door of this service, which routes messages to members. */
export const ROUTER = { path: "/api/a2a" } as const satisfies DoorAddress;

type Declared = Omit<Endpoint, "operationId" | "method" | "path" | "tag" | "kind" | "params" | "headers">;

/** Declares an operation of A2A, which each door has below its own address. @param below its path there */
export const operation =
  (method: Method, below: string, declared: Declared) =>
  (operationId: string, door: DoorAddress, own: Partial<Declared> = {}): Endpoint & { kind: "protocol" } => {
    const path = `${door.path}${below}` as const;
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(
      ([, name = ""]) => [name, z.string().meta({ example: ownValue(EXAMPLES, name) })] as const,
    );
    // No task has an id that an example could name.
    const example = below.includes("{id}") ? {} : door.example;
    const needed = {
      headers: { "A2A-Version": A2A_VERSION },
      ...(declared.optionalToken ? { token: true as const } : {}),
    };
    return {
      ...{ ...declared, ...own, example: { ...example, ...needed, ...declared.example } },
      headers: VersionHeader,
      ...{ operationId, method, path, tag: "a2a", kind: "protocol" },
      ...(names.length > 0 ? { params: z.object(Object.fromEntries(names)) } : {}),
    };
  };
