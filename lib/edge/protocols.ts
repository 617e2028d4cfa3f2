import type { Endpoint } from "@/lib/http/endpoint";
import type { Protocol } from "@/lib/http/protocol";

type Declared = Pick<Endpoint, "path" | "protocol">;

/** Which paths belong to another protocol: those below its base, declared or not, and declared ones elsewhere. */
export class Protocols {
  private readonly fixed = new Map<string, Protocol>();
  private readonly below: readonly Protocol[];

  constructor(endpoints: readonly Declared[]) {
    const protocols = new Set<Protocol>();
    for (const { path, protocol } of endpoints) {
      if (protocol === undefined) continue;
      this.fixed.set(path, protocol);
      protocols.add(protocol);
    }
    for (const protocol of protocols) this.fixed.set(protocol.base, protocol);
    this.below = [...protocols].filter(({ base }) => base.endsWith("/"));
  }

  /** @param asked a request's target, in any form that a client may send */
  of(asked: string): Protocol | undefined {
    const path = asked.split(/[?#]/, 1)[0] ?? "";
    return this.fixed.get(path) ?? this.below.find(({ base }) => path.startsWith(base));
  }
}
