import type { SkillProfile } from "./profile";

/** A skill with examples that may fit a question, with all its texts. */
export interface Candidate {
  did: string;
  skill: string;
  /** The cosine with the nearest of the skill's vectors; null if it was found by its words. */
  cosine: number | null;
  profile: SkillProfile;
}

export interface CandidateAgent {
  did: string;
  skills: Candidate[];
}
