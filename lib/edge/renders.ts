import type { IncomingMessage, ServerResponse } from "node:http";
import { bufferBody } from "./buffer-body";
import { CpuShares } from "./cpu-shares";
import { type Allowance, FixedWindow, type Limit } from "./limiter";
import { RenderSlots, type SlotLimits } from "./render-slots";

export interface RenderLimits extends SlotLimits {
  /** The CPU milliseconds that a bucket's pages may use in a window. */
  cpu: Limit;
}

/** The result for a page: it was rendered, its bucket has used its time, too many wait, or its client has left. */
export type Rendering<T> =
  | { outcome: "rendered"; page: T }
  | { outcome: "overloaded" | "gone" }
  | { outcome: "spent"; allowance: Allowance };

/**
 * Renders a few pages at a time, and charges their CPU time to the bucket, because one page may cost fifty times
 * another.
 */
export class Renders {
  private readonly slots: RenderSlots;
  private readonly spent: FixedWindow;
  private readonly shares = new CpuShares();

  constructor(limits: RenderLimits) {
    this.slots = new RenderSlots(limits);
    this.spent = new FixedWindow(limits.cpu);
  }

  /**
   * Renders a page in its turn.
   * @param bucket pays for the CPU time
   * @param hasSession whether the request belongs to a session
   */
  async render<T>(
    { request, response }: { request: IncomingMessage; response: ServerResponse },
    { bucket, hasSession }: { bucket: string; hasSession: boolean },
    make: () => Promise<T>,
  ): Promise<Rendering<T>> {
    const allowance = this.spent.peek(bucket);
    if (!allowance.allowed) return { outcome: "spent", allowance };
    if (!(await bufferBody(request, Number(request.headers["content-length"] ?? 0)))) return { outcome: "gone" };
    const gone = new AbortController();
    response.once("close", () => gone.abort());
    const release = await this.slots.enter(bucket, hasSession, gone.signal);
    if (release === null) return { outcome: gone.signal.aborted ? "gone" : "overloaded" };
    const end = this.shares.begin();
    try {
      return { outcome: "rendered", page: await make() };
    } finally {
      this.spent.take(bucket, end());
      release();
    }
  }
}
