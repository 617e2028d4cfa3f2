import { setImmediate } from "node:timers/promises";
import type { Context } from "@/lib/context";
import type { Database } from "@/lib/db/open";
import { findByStems, readListed, readReported } from "@/lib/incidents/service/find";
import { type FoundRfc, listForSearch, readRfcTexts } from "@/lib/rfcs/service/find";
import type { Embedder } from "@/lib/vectors/embedder";
import { LEXICAL } from "@/lib/vectors/lexical";
import { presentEmbedder } from "@/lib/vectors/service/present-embedder";
import { isOfWords, partsOf, tellingWords, WordIndex } from "../near-words";
import { PLACES, type Place } from "../pages";
import type { SearchResult } from "../schema";
import * as view from "../view";
import { NearVectors } from "./near-vectors";

/** Of how many of the newest incidents vectors are kept. */
export const COMPARED_INCIDENTS = 1_000;
/** A number that is given later may be seen earlier: so many are looked at again. */
const OVERLAP = 50;
/** So many texts are taken in at once; between them other requests have their turn. */
const SLICE = 25;
/** Least cosines: of an intent whose meaning is known, and of words and letters alone, in vectors with meanings and without. */
const LEAST = { meaning: 0.42, letters: 0.26, lexical: 0.45 };

type Match = NonNullable<SearchResult["match"]>;
/** What is said of an RFC or a page, and the key of its vectors. */
interface Page {
  key: string;
  result: SearchResult;
}

interface Index {
  embedder: Embedder;
  vectors: NearVectors;
  /** Of the RFCs and pages, which are few: their texts' words. */
  words: WordIndex;
  keys: string[];
  version: string;
  newestIncident: number;
  /** What the newest incidents were reported as, by number, and how their words are spelt. */
  reported: Map<number, string>;
  spelling: WordIndex;
}

const indexes = new WeakMap<Database, Index>();

function indexOf(db: Database): Index {
  const embedder = presentEmbedder();
  const known = indexes.get(db);
  if (known?.embedder === embedder) return known;
  const vectors = new NearVectors(embedder);
  const index: Index = {
    ...{ embedder, vectors, words: new WordIndex([]), keys: [], version: "", newestIncident: 0 },
    ...{ reported: new Map(), spelling: new WordIndex([]) },
  };
  indexes.set(db, index);
  return index;
}

const keyOfRfc = ({ number, sha256 }: FoundRfc) => `rfc ${number} ${sha256}`;
const keyOfPage = ({ path }: Place) => `page ${path}`;
const textOfPage = ({ title, about, words }: Place) => `${title}. ${about}\n\n${words}`;

/** Brings the index up to date with the RFCs, the pages and the newest incidents. @returns the RFCs and pages as they are now */
async function refresh(ctx: Context, index: Index, places: readonly Place[]): Promise<Page[]> {
  const rfcs = await listForSearch(ctx);
  const pages = [
    ...rfcs.map((rfc) => ({ key: keyOfRfc(rfc), result: view.rfcResult(rfc) })),
    ...places.map((place) => ({ key: keyOfPage(place), result: view.placeResult(place) })),
  ];
  const version = pages.map(({ key }) => key).join("\n");
  if (version !== index.version) {
    const texts = new Map((await readRfcTexts(ctx)).map((rfc) => [keyOfRfc(rfc), rfc.text]));
    for (const place of places) texts.set(keyOfPage(place), textOfPage(place));
    index.words = new WordIndex(pages.map(({ key, result }) => `${result.title}\n\n${texts.get(key) ?? ""}`));
    index.keys = pages.map(({ key }) => key);
    index.version = version;
    index.vectors.keep((key) => key.startsWith("incident ") || texts.has(key));
    void inSlices([...texts], ([key, text]) => {
      if (!index.vectors.has(key)) index.vectors.add(key, partsOf(text));
    }).then(() => index.vectors.improve());
  }
  await addIncidents(ctx, index);
  void index.vectors.improve();
  return pages;
}

/** Takes the newest incidents in, the first slice before it returns, the others in the background. */
async function addIncidents(ctx: Context, index: Index): Promise<void> {
  const after = Math.max(index.newestIncident - OVERLAP, 0);
  const found = await readReported(ctx, { after, limit: COMPARED_INCIDENTS });
  const fresh = found.filter(({ id }) => !index.reported.has(id));
  const [first] = fresh;
  if (!first) return;
  for (const { id, title, description } of fresh) index.reported.set(id, `${title}\n\n${description}`);
  index.newestIncident = Math.max(index.newestIncident, first.id);
  const oldest = index.newestIncident - COMPARED_INCIDENTS;
  for (const id of index.reported.keys()) if (id <= oldest) index.reported.delete(id);
  index.vectors.keep((key) => !key.startsWith("incident ") || Number(key.slice("incident ".length)) > oldest);
  if (index.spelling.size > 2 * COMPARED_INCIDENTS) index.spelling = new WordIndex([...index.reported.values()]);
  const add = ({ id, title, description }: (typeof fresh)[number]) => {
    index.vectors.add(`incident ${id}`, [title, ...partsOf(description).slice(0, 1)]);
    index.spelling.push(`${title}\n\n${description}`);
  };
  for (const one of fresh.slice(0, SLICE)) add(one);
  void inSlices(fresh.slice(SLICE), add).then(() => index.vectors.improve());
}

async function inSlices<T>(items: readonly T[], take: (item: T) => void): Promise<void> {
  for (const [at, item] of items.entries()) {
    if (at % SLICE === 0) await setImmediate();
    take(item);
  }
}

const labelled = (results: readonly SearchResult[], match: Match) => results.map((result) => ({ ...result, match }));

interface Wanted {
  text: string;
  /** Those that say something. */
  words: readonly string[];
  most: number;
  mayCorrect: boolean;
}

/** The words as they are spelt elsewhere; null where there is nothing to correct, or one is like no other. */
function correctAll(spelling: WordIndex, words: readonly string[]): string[] | null {
  const corrected = words.map((word) => spelling.corrected(word));
  const known = corrected.filter((word) => word !== null);
  return known.length === words.length && known.some((word, at) => word !== words[at]) ? known : null;
}

/** RFCs and pages by their words; where none has them, by words that are spelt nearly so. */
function findPages({ words: index, keys }: Index, pages: readonly Page[], { words, mayCorrect }: Wanted) {
  const resultsOf = (found: readonly number[]) =>
    found.flatMap((at) => pages.find(({ key }) => key === keys[at])?.result ?? []);
  const found = resultsOf(index.withAll(words));
  if (found.length > 0 || !mayCorrect) return labelled(found, "words");
  return labelled(resultsOf(index.withAll(correctAll(index, words) ?? [])), "typo");
}

/** Incidents by their words; where none has them, by the words of the newest that are spelt nearly so. */
async function findIncidents(ctx: Context, { spelling }: Index, { text, words, most, mayCorrect }: Wanted) {
  const found = await findByStems(ctx, text, most);
  if (found.length > 0 || !mayCorrect) return labelled(found.map(view.incidentResult), "words");
  const corrected = correctAll(spelling, words);
  return labelled(
    (corrected ? await findByStems(ctx, corrected.join(" "), most) : []).map(view.incidentResult),
    "typo",
  );
}

/** What is near in meaning, or where the encoder does not answer, in words and letters. */
async function findMeant(ctx: Context, index: Index, pages: readonly Page[], { text, most }: Wanted) {
  const { embedder, vectors } = index;
  const embedded = await embedder.embedIntent(text);
  if (embedded === null) return [];
  const byWords = embedder.model === LEXICAL.model ? LEAST.lexical : LEAST.letters;
  const isMeant = embedded.meaning !== null || !embedder.builtIn;
  const near = vectors.nearest(embedded.vector, isMeant ? LEAST.meaning : byWords);
  const ids = near.flatMap(({ key }) => (key.startsWith("incident ") ? [Number(key.slice("incident ".length))] : []));
  const incidents = (await readListed(ctx, ids.slice(0, most))).map(view.incidentResult);
  const others = near.flatMap(({ key }) => pages.find((page) => page.key === key)?.result ?? []);
  return labelled([...incidents, ...others], "meaning");
}

/**
 * Finds incidents, RFCs and pages by English word forms, where that finds nothing by words of nearly the same letters, and
 * behind them what is near in meaning. Each result says how it was found.
 * @param docs the pages of the reference, beside the portal's own
 */
export async function findNear(
  ctx: Context,
  text: string | undefined,
  { most, docs }: { most: number; docs: readonly Place[] },
): Promise<SearchResult[]> {
  const words = text === undefined ? [] : tellingWords(text);
  if (text === undefined || words.length === 0) return [];
  const index = indexOf(ctx.db);
  const pages = await refresh(ctx, index, [...PLACES, ...docs]);
  const wanted = { text, words, most, mayCorrect: isOfWords(text) };
  const [incidents, meant] = await Promise.all([
    findIncidents(ctx, index, wanted),
    wanted.mayCorrect ? findMeant(ctx, index, pages, wanted) : [],
  ]);
  return [...incidents, ...findPages(index, pages, wanted), ...meant];
}
