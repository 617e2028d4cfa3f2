import type { SkillProfile } from "./profile";

/** A retrieved skill with all its texts. */
export interface Candidate {
  did: string;
  name: string;
  skill: string;
  /** Decides only between equal scores. */
  trustScore: number;
  /** Whether its owner has deprecated it. It then comes after all other matches. */
  deprecated: boolean;
  /** The cosine with the nearest of the skill's vectors; null if it was found by its words. */
  cosine: number | null;
  profile: SkillProfile;
}

/** One agent with its retrieved skills. */
export interface CandidateAgent {
  did: string;
  name: string;
  trustScore: number;
  deprecated: boolean;
  skills: Candidate[];
}
