import type { Load } from "./load";
import type { PartResult } from "./results";
import type { Site, SiteKey } from "./site";

/** What a part measures with. */
export interface Bench {
  load: Load;
  site: (key: SiteKey) => Site;
  /** Tells that one turn more is done, and what is measured now. */
  onTurn: (work: string) => void;
}

/** A part of the bench that can be chosen. */
export interface Part {
  /** What `site` may be asked for. */
  sites: SiteKey[];
  /** How often it calls `onTurn`. */
  turns: number;
  play: (bench: Bench) => Promise<PartResult>;
}

/** The site that most parts measure on. */
export const USUAL: SiteKey = { engine: "PostgreSQL", agents: 10_000 };
export const GROWING: SiteKey = { ...USUAL, grows: true };
export const EMBEDDED: SiteKey = { engine: "embedded", agents: 10_000 };
