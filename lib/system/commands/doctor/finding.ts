import { reasonOf } from "../reason";

/** A result of the doctor. */
export interface Finding {
  state: "ok" | "warning" | "failed";
  /** The checked item: the name of a setting or a part. */
  about: string;
  says: string;
  /** The remedy, as a sentence; only if it is not ok. */
  remedy?: string;
}

export const ok = (about: string, says: string): Finding => ({ state: "ok", about, says });
export const warning = (about: string, says: string, remedy: string): Finding => ({
  state: "warning",
  about,
  says,
  remedy,
});
export const failed = (about: string, says: string, remedy: string): Finding => ({
  state: "failed",
  about,
  says,
  remedy,
});

/** Runs one check. If the check itself fails, returns that failure with the reason and `remedy`. */
export async function examine(about: string, remedy: string, look: () => Promise<Finding>): Promise<Finding> {
  try {
    return await look();
  } catch (error) {
    return failed(about, reasonOf(error), remedy);
  }
}
