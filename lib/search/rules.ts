import type { SkillText, TextKind } from "./schema";

/** Maximum number of vectors for one skill in the index. */
export const MAX_PROTOTYPES = 4;
/** Maximum number of vectors of one agent. Each takes about a millisecond at registration. */
export const MAX_AGENT_VECTORS = 64;
/** Maximum dimensions of a vector in pgvector's HNSW index. */
export const MAX_INDEXED_DIMENSIONS = 2_000;
const LARGEST = 9_999;
const ROUNDS = 4;

/**
 * Returns a vector as text for pgvector, scaled to integers of up to four digits. The cosine does not depend on the
 * scale, and the embedded engine reads integers eight times faster than fractions. Returns null for a zero vector.
 */
export function vectorLiteral(vector: Float32Array): string | null {
  let largest = 0;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  if (!(largest > 0) || !Number.isFinite(largest)) return null;
  const scale = LARGEST / largest;
  return `[${Array.from(vector, (value) => Math.round(value * scale)).join(",")}]`;
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}

/** Returns the cosine, -1 to 1; 0 if one of them is a zero vector. */
export function cosine(a: Float32Array, b: Float32Array): number {
  const lengths = Math.sqrt(dot(a, a) * dot(b, b));
  return lengths > 0 ? dot(a, b) / lengths : 0;
}

/**
 * Scales a model's cosine to 0 for unrelated texts and 1 for equal texts. Models differ in the cosine of unrelated
 * texts (0.1 in one, 0.75 in another).
 * @param baseline the mean cosine of unrelated texts
 */
export function rescaledCosine(cosine: number, baseline: number): number {
  return baseline < 1 ? Math.min(1, Math.max(0, (cosine - baseline) / (1 - baseline))) : 0;
}

/** Returns the vector scaled to length 1. A zero vector is unchanged. */
export function normalised(vector: Float32Array): Float32Array {
  const length = Math.sqrt(dot(vector, vector));
  return length > 0 ? vector.map((value) => value / length) : vector;
}

function meanOf(vectors: readonly Float32Array[]): Float32Array {
  const sum = new Float32Array(vectors[0]?.length ?? 0);
  for (const vector of vectors) for (let i = 0; i < sum.length; i += 1) sum[i] = (sum[i] ?? 0) + (vector[i] ?? 0);
  return normalised(sum);
}

/** Returns the index of the closest centre for each vector. */
function assign(vectors: readonly Float32Array[], centres: readonly Float32Array[]): number[] {
  return vectors.map((vector) => {
    let best = 0;
    for (let c = 1; c < centres.length; c += 1) {
      if (dot(vector, centres[c] ?? vector) > dot(vector, centres[best] ?? vector)) best = c;
    }
    return best;
  });
}

/**
 * Returns at most `most` directions that represent all the vectors (spherical k-means from the mean and the farthest
 * vector). The result is deterministic for the same vectors in the same order.
 * @param vectors of one length; zero vectors are left out
 */
export function prototypesOf(vectors: readonly Float32Array[], most = MAX_PROTOTYPES): Float32Array[] {
  const units = vectors.map(normalised).filter((vector) => dot(vector, vector) > 0);
  if (units.length <= most) return units;
  let centres = [meanOf(units)];
  while (centres.length < most) {
    const nearest = units.map((vector) => Math.max(...centres.map((centre) => dot(vector, centre))));
    const farthest = units[nearest.indexOf(Math.min(...nearest))];
    if (!farthest || Math.min(...nearest) > 0.999) break;
    centres.push(farthest);
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    const group = assign(units, centres);
    centres = centres.flatMap((_, c) => {
      const members = units.filter((_vector, n) => group[n] === c);
      return members.length > 0 ? [meanOf(members)] : [];
    });
  }
  return centres;
}

/**
 * Kinds of texts that very many agents share. A thousand equal vectors would hide all others in the index's graph.
 * Words find such texts.
 */
const LABELS: ReadonlySet<TextKind> = new Set(["capability", "role", "tag"]);

/** Labels that say how an agent is reached and run, and nothing about its purpose. */
const TECHNICAL: ReadonlySet<string> = new Set([
  ...["a2a", "mcp", "stdio", "sse", "streamable-http", "streaming", "pushnotifications", "statetransitionhistory"],
  ...["extendedagentcard", "npm", "pypi", "docker", "oci", "nuget", "mcpb", "cargo"],
]);

/**
 * Returns the texts of a skill that get vectors, in order: without labels if it has other texts. None for a technical
 * label alone.
 */
export function textsWithVectors(texts: readonly SkillText[]): readonly SkillText[] {
  const said = texts.filter(({ kind }) => !LABELS.has(kind));
  return said.length > 0 ? said : texts.filter(({ text }) => !TECHNICAL.has(text.toLowerCase()));
}

/** Returns how many vectors each of an agent's skills may have. */
export function prototypesPerSkill(skills: number): number {
  return Math.max(1, Math.min(MAX_PROTOTYPES, Math.floor(MAX_AGENT_VECTORS / Math.max(skills, 1))));
}
