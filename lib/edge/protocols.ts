import type { Endpoint } from "@/lib/http/endpoint";
import type { Protocol } from "@/lib/http/protocol";
import { Routes } from "./routes";

type Declared = Pick<Endpoint, "path" | "protocol">;

const isBelow = (path: string, { base }: Protocol) => base.endsWith("/") && path.startsWith(base);

/**
 * Finds the protocol of a path. Declared paths come first, then those below a protocol's base. So one protocol may have a
 * path, such as `/api/a2a/{did}`, below the base of another.
 */
export class Protocols {
  private readonly fixed = new Map<string, Protocol>();
  /** Declared paths with parameters that are not below their own protocol's base. */
  private readonly open: Routes;
  private readonly below: readonly Protocol[];

  constructor(endpoints: readonly Declared[]) {
    const protocols = new Set<Protocol>();
    for (const { path, protocol } of endpoints) {
      if (protocol === undefined) continue;
      this.fixed.set(path, protocol);
      protocols.add(protocol);
    }
    this.open = new Routes(
      endpoints.filter(({ path, protocol }) => protocol && path.includes("{") && !isBelow(path, protocol)),
    );
    for (const protocol of protocols) this.fixed.set(protocol.base, protocol);
    this.below = [...protocols].filter(({ base }) => base.endsWith("/"));
  }

  /** @param asked a request target, in any form that a client may send */
  of(asked: string): Protocol | undefined {
    const path = asked.split(/[?#]/, 1)[0] ?? "";
    const declared = this.fixed.get(path) ?? this.fixed.get(this.open.find(path)?.template ?? "");
    return declared ?? this.below.find((protocol) => isBelow(path, protocol));
  }
}
