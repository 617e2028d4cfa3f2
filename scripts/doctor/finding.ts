import { reasonOf } from "../reason";

/** What the doctor found out about one thing. */
export interface Finding {
  state: "ok" | "warning" | "failed";
  /** What was looked at: a setting's name, a part. */
  about: string;
  says: string;
  /** What to do about it, as a sentence; only where it is not ok. */
  remedy?: string;
}

export const ok = (about: string, says: string): Finding => ({ state: "ok", about, says });
export const warning = (about: string, says: string, remedy: string): Finding => ({
  ...{ state: "warning", about, says, remedy },
});
export const failed = (about: string, says: string, remedy: string): Finding => ({
  ...{ state: "failed", about, says, remedy },
});

/** Looks at one thing. Where that itself fails, this is what was found, with the reason and `remedy`. */
export async function examine(about: string, remedy: string, look: () => Promise<Finding>): Promise<Finding> {
  try {
    return await look();
  } catch (error) {
    return failed(about, reasonOf(error), remedy);
  }
}
