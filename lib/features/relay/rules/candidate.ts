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
  /** Whether it is a listed record. It then comes after members of equal fit. */
  listed: boolean;
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
  listed: boolean;
  skills: Candidate[];
}
