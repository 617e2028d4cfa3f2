import { setImmediate } from "node:timers/promises";
import { AgentIndex, type Match } from "@/lib/search/ranking/agent-index";

/** How many texts are indexed at once. Between two slices, other requests can run. */
const SLICE = 10;
/** Maximum texts that are found, of all kinds. */
const MAX_MATCHES = 200;

export interface IndexedText {
  key: string;
  /** Another one means another text. */
  version: string;
  title: string;
  text: string;
}

/** Texts by their keys, ranked as agents are. */
export class TextIndex {
  private readonly ranker = new AgentIndex();
  private readonly versions = new Map<string, string>();

  get keys(): IterableIterator<string> {
    return this.versions.keys();
  }

  has({ key, version }: Pick<IndexedText, "key" | "version">): boolean {
    return this.versions.get(key) === version;
  }

  /** Adds texts in slices, or replaces those of another version. Two callers share the work. */
  async put(texts: readonly IndexedText[]): Promise<void> {
    const missing = texts.filter((text) => !this.has(text));
    for (const [at, each] of missing.entries()) {
      if (at > 0 && at % SLICE === 0) await setImmediate();
      if (this.has(each)) continue;
      const { key, version, title, text } = each;
      this.ranker.put({ did: key, name: title, description: text, isMember: false, trustScore: 0, tier: "" });
      this.versions.set(key, version);
    }
  }

  remove(key: string): void {
    this.ranker.remove(key);
    this.versions.delete(key);
  }

  /**
   * Returns the texts that a question fits or may fit, best first, and its words. A text that only may fit has the word that
   * tells most, or a related one. If no text says most of the question, none is found.
   */
  find(question: string): { matches: Match[]; asked: readonly string[] } {
    const { matches, reason, asked, words } = this.ranker.search(question, { limit: MAX_MATCHES });
    const [key] = words.toSorted((a, b) => b.telling - a.telling);
    if (reason === "not offered") return { matches: [], asked };
    const tells = ({ met }: Match) => key === undefined || met.some(({ term }) => term === key.word);
    return { matches: matches.filter((match) => match.level === "fits" || tells(match)), asked };
  }
}
