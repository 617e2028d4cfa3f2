import type { Load } from "./load";
import type { Measured } from "./measure";
import type { PartResult } from "./results";
import type { Goal } from "./scenarios";
import type { Site, SiteKey } from "./site";

export interface Bench {
  load: Load;
  /** Opens a site when a part first needs it. It stays to the end. */
  site: (key: SiteKey) => Promise<Site>;
  /** The folder of another registry, for the part that compares with it. */
  folder: string | undefined;
  /** Adds a row to the part's table. */
  add: (work: string, goal: Goal | undefined, figure: number, played?: readonly Measured[]) => void;
}

/** A part of the bench that can be chosen. It may return more than its rows. */
export type Part = (bench: Bench) => Promise<Omit<PartResult, "rows"> | undefined>;

/** The site that most parts measure on. */
export const USUAL: SiteKey = { engine: "PostgreSQL", agents: 10_000 };
export const GROWING: SiteKey = { ...USUAL, grows: true };
export const EMBEDDED: SiteKey = { engine: "embedded", agents: 10_000 };
