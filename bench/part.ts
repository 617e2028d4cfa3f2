import type { Load } from "./load";
import type { PartResult } from "./results";
import type { Site, SiteKey } from "./site";

/** The tools of a part. */
export interface Bench {
  load: Load;
  site: (key: SiteKey) => Site;
  /** Reports that one more turn is done, and the current measurement. */
  onTurn: (work: string) => void;
}

/** A part of the bench that can be chosen. */
export interface Part {
  /** The sites that `site` can open. */
  sites: SiteKey[];
  /** How often it calls `onTurn`. */
  turns: number;
  play: (bench: Bench) => Promise<PartResult>;
}

/** The site that most parts measure on. */
export const USUAL: SiteKey = { engine: "PostgreSQL", agents: 10_000 };
export const GROWING: SiteKey = { ...USUAL, grows: true };
export const EMBEDDED: SiteKey = { engine: "embedded", agents: 10_000 };
