import type { RoutableSkill } from "@/lib/vectors/schema";

const SYLLABLES = "ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo za bren clor dask fenn grul jost".split(
  " ",
);
const COMMON = "the a to of in for and with my please can you how do i is what this that from".split(" ");
const VOCABULARY = 20_000;
const EXAMPLES = 5;

/** A generator of its own for each number (mulberry32), so that a skill is the same however many there are. */
function randomOf(seed: number): () => number {
  let state = (seed + 1) * 2_654_435_761;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The word of a rank; each is made of its own syllables. */
function wordAt(rank: number): string {
  let word = "";
  for (let rest = rank + SYLLABLES.length; rest > 0; rest = Math.floor(rest / SYLLABLES.length)) {
    word += SYLLABLES[rest % SYLLABLES.length] ?? "";
  }
  return word;
}

/** A word by Zipf's law: the first ranks come in most texts. */
const anyWord = (random: () => number) => wordAt(Math.floor(VOCABULARY ** random()));

function sentence(random: () => number, topic: readonly string[]): string {
  const length = 5 + Math.floor(random() * 6);
  return Array.from({ length }, () => {
    const kind = random();
    if (kind < 0.4) return COMMON[Math.floor(random() * COMMON.length)];
    return kind < 0.75 ? topic[Math.floor(random() * topic.length)] : anyWord(random);
  }).join(" ");
}

const topicOf = (random: () => number) => Array.from({ length: 6 }, () => anyWord(random));

/** The skill of a number, always the same: a name, a description and examples on a topic of its own. */
export function skillNumber(number: number): RoutableSkill {
  const random = randomOf(number);
  const topic = topicOf(random);
  const name = `${topic.slice(0, 3).join(" ")} ${number}`;
  const examples = Array.from({ length: EXAMPLES }, () => sentence(random, topic));
  return {
    name,
    texts: [
      { kind: "skill", text: name },
      { kind: "description", text: sentence(random, topic) },
      ...examples.map((text) => ({ kind: "example" as const, text })),
    ],
  };
}

/** Something that the skill of a number would be asked for, in words that no text of it has in this order. */
export function intentFor(number: number): string {
  const topic = topicOf(randomOf(number));
  return sentence(randomOf(number + 1_000_003), topic);
}
