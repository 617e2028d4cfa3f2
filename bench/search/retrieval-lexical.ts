import { stemsOf } from "./retrieval-words";

interface Listed {
  slug: string;
  name: string;
  description: string;
}

/** The usual constants: how soon repetitions stop to count, and how far long texts are held back. */
const SATURATION = 1.2;
const LENGTH_NORMALISATION = 0.75;

/**
 * Ranks servers by words alone: BM25 (Robertson and Zaragoza 2009) over the stems of name and description. Function
 * words count, too, by their rarity. Returns the slugs of servers that share a stem with the question; equals stay in
 * the order of the list.
 */
export function lexicalRank(servers: readonly Listed[]): (question: string) => string[] {
  const texts = servers.map(({ slug, name, description }) => {
    const stems = stemsOf(`${name} ${description}`);
    return { slug, length: stems.length, counts: countsOf(stems) };
  });
  const meanLength = texts.reduce((sum, { length }) => sum + length, 0) / texts.length;
  const rarityOf = (stem: string) => {
    const having = texts.filter(({ counts }) => counts.has(stem)).length;
    return Math.log(1 + (texts.length - having + 0.5) / (having + 0.5));
  };
  return (question) => {
    const asked = [...new Set(stemsOf(question))].map((stem) => ({ stem, rarity: rarityOf(stem) }));
    return texts
      .map(({ slug, length, counts }) => {
        const damping = SATURATION * (1 - LENGTH_NORMALISATION + (LENGTH_NORMALISATION * length) / meanLength);
        const gain = (count: number) => (count * (SATURATION + 1)) / (count + damping);
        return { slug, score: asked.reduce((sum, { stem, rarity }) => sum + rarity * gain(counts.get(stem) ?? 0), 0) };
      })
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .map(({ slug }) => slug);
  };
}

function countsOf(stems: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return counts;
}
