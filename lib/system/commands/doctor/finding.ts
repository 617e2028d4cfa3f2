import { reasonOf } from "@/lib/foundation/reason";

export interface Finding {
  state: "ok" | "warning" | "failed";
  /** The checked item: the name of a setting or a part. */
  about: string;
  says: string;
  /** The remedy, as a sentence; only if it is not ok. */
  remedy?: string;
}

export const ok = (about: string, says: string): Finding => ({ state: "ok", about, says });
const notOk = (state: "warning" | "failed") => (about: string, says: string, remedy: string) => ({
  state,
  about,
  says,
  remedy,
});
export const warning = notOk("warning");
export const failed = notOk("failed");

/** Runs one check. If the check itself fails, returns that failure with the reason and `remedy`. */
export async function examine(about: string, remedy: string, look: () => Promise<Finding>): Promise<Finding> {
  try {
    return await look();
  } catch (error) {
    return failed(about, reasonOf(error), remedy);
  }
}
