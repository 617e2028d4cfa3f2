import type { ServerResponse } from "node:http";
import { RenderSlots, type SlotLimits } from "./render-slots";

/**
 * Limits how many large API responses are made at a time, because a megabyte needs several during its way from the
 * database to JSON. Others wait, and buckets take turns.
 */
export class LargeReads {
  private readonly slots: RenderSlots;

  constructor(limits: Omit<SlotLimits, "keptSlots">) {
    this.slots = new RenderSlots({ ...limits, keptSlots: 0 });
  }

  /** Makes a response in its turn. @returns null if too many wait already, or the client has left */
  async make<T>(response: ServerResponse, bucket: string, handle: () => Promise<T>): Promise<T | null> {
    const gone = new AbortController();
    response.once("close", () => gone.abort());
    const release = await this.slots.enter(bucket, false, gone.signal);
    if (release === null) return null;
    try {
      return await handle();
    } finally {
      release();
    }
  }
}
