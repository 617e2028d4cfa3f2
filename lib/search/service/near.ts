import type { Context } from "@/lib/context";
import type { Database } from "@/lib/db/open";
import { findByLetters, findByStems, readListed, readReported } from "@/lib/incidents/service/find";
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
}

const indexes = new WeakMap<Database, Index>();

function indexOf(db: Database): Index {
  const embedder = presentEmbedder();
  const known = indexes.get(db);
  if (known?.embedder === embedder) return known;
  const vectors = new NearVectors(embedder);
  const index = { embedder, vectors, words: new WordIndex([]), keys: [], version: "", newestIncident: 0 };
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
    index.vectors.keep((key) => key.startsWith("incident ") || texts.has(key));
    for (const [key, text] of texts) if (!index.vectors.has(key)) index.vectors.add(key, partsOf(text));
    index.keys = pages.map(({ key }) => key);
    index.version = version;
  }
  await addIncidents(ctx, index);
  void index.vectors.improve();
  return pages;
}

async function addIncidents(ctx: Context, index: Index): Promise<void> {
  const after = Math.max(index.newestIncident - OVERLAP, 0);
  const reported = await readReported(ctx, { after, limit: COMPARED_INCIDENTS });
  const newest = Math.max(index.newestIncident, reported[0]?.id ?? 0);
  for (const { id, title, description } of reported) {
    const key = `incident ${id}`;
    if (!index.vectors.has(key)) index.vectors.add(key, [title, ...partsOf(description).slice(0, 1)]);
  }
  if (newest === index.newestIncident) return;
  index.newestIncident = newest;
  const oldest = newest - COMPARED_INCIDENTS;
  index.vectors.keep((key) => !key.startsWith("incident ") || Number(key.slice("incident ".length)) > oldest);
}

const labelled = (results: readonly SearchResult[], match: Match) => results.map((result) => ({ ...result, match }));

/** RFCs and pages by their words, each corrected where it is not known. */
function findPages(
  { words: index, keys }: Index,
  pages: readonly Page[],
  words: readonly string[],
  mayCorrect: boolean,
) {
  const resultsOf = (found: readonly number[]) =>
    found.flatMap((at) => pages.find(({ key }) => key === keys[at])?.result ?? []);
  const found = resultsOf(index.withAll(words));
  if (found.length > 0 || !mayCorrect) return labelled(found, "words");
  const corrected = words.map((word) => index.corrected(word));
  const known = corrected.filter((word) => word !== null);
  return known.length < words.length ? [] : labelled(resultsOf(index.withAll(known)), "typo");
}

async function findIncidents(ctx: Context, text: string, words: readonly string[], most: number, mayCorrect: boolean) {
  const found = (await findByStems(ctx, text, most)).map(view.incidentResult);
  if (found.length > 0 || !mayCorrect || words.some((word) => word.length < 4)) return labelled(found, "words");
  return labelled((await findByLetters(ctx, words, most)).map(view.incidentResult), "typo");
}

async function findMeant(
  ctx: Context,
  { embedder, vectors }: Index,
  pages: readonly Page[],
  text: string,
  most: number,
) {
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
  const mayCorrect = isOfWords(text);
  const [incidents, meant] = await Promise.all([
    findIncidents(ctx, text, words, most, mayCorrect),
    mayCorrect ? findMeant(ctx, index, pages, text, most) : [],
  ]);
  return [...incidents, ...findPages(index, pages, words, mayCorrect), ...meant];
}
