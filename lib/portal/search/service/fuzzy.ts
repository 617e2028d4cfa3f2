import { setImmediate } from "node:timers/promises";
import { type Context, charged } from "@/lib/authority/context";
import type { Database } from "@/lib/database/open";
import { findByStems, readListedIncidents, readReportedTexts } from "@/lib/features/incidents/service/find";
import { listForSearch, readRfcTexts, type SearchedRfc } from "@/lib/features/rfcs/service/find";
import type { Embedder } from "@/lib/search/embedder";
import { LEXICAL } from "@/lib/search/lexical";
import { getEmbedder } from "@/lib/search/service/get-embedder";
import { VectorCache } from "@/lib/search/service/vector-cache";
import { isPlainWords, significantWords, splitParagraphs, WordIndex } from "@/lib/search/word-index";
import { PORTAL_PAGES, type PortalPage } from "../portal-pages";
import type { SearchResult } from "../schema";
import * as view from "../view";

/** How many of the newest incidents have vectors. */
export const MAX_EMBEDDED_INCIDENTS = 1_000;
/** A higher number may become visible before a lower one, so this many are read again. */
const OVERLAP = 50;
/** How many texts are indexed at once. Between two slices, other requests can run. */
const SLICE = 25;
/**
 * Minimum cosines: for an intent whose meaning is known, and for words and letters alone, in vectors with meanings and
 * without.
 */
const LEAST = { meaning: 0.42, letters: 0.26, lexical: 0.45 };

type Match = NonNullable<SearchResult["match"]>;
/** An RFC or a page, and the key of its vectors. */
interface Page {
  key: string;
  result: SearchResult;
}

interface Index {
  embedder: Embedder;
  vectors: VectorCache;
  /** The words of the RFCs and pages, which are few. */
  words: WordIndex;
  keys: string[];
  version: string;
  newestIncident: number;
  /** The title and description of the newest incidents by number, and the spelling of their words. */
  reported: Map<number, string>;
  spelling: WordIndex;
}

const indexes = new WeakMap<Database, Index>();

function indexOf(db: Database): Index {
  const embedder = getEmbedder();
  const known = indexes.get(db);
  if (known?.embedder === embedder) return known;
  const vectors = new VectorCache(embedder);
  const index: Index = {
    ...{ embedder, vectors, words: new WordIndex([]), keys: [], version: "", newestIncident: 0 },
    ...{ reported: new Map(), spelling: new WordIndex([]) },
  };
  indexes.set(db, index);
  return index;
}

const keyOfRfc = ({ number, sha256 }: SearchedRfc) => `rfc ${number} ${sha256}`;
const keyOfPage = ({ path }: PortalPage) => `page ${path}`;
const textOfPage = ({ title, about, words }: PortalPage) => `${title}. ${about}\n\n${words}`;

/** Updates the index with the RFCs, the pages and the newest incidents. @returns the present RFCs and pages */
async function refresh(ctx: Context, index: Index, places: readonly PortalPage[]): Promise<Page[]> {
  const rfcs = await listForSearch(ctx);
  const pages = [
    ...rfcs.map((rfc) => ({ key: keyOfRfc(rfc), result: view.rfcResult(rfc) })),
    ...places.map((place) => ({ key: keyOfPage(place), result: view.pageResult(place) })),
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
      if (!index.vectors.has(key)) index.vectors.add(key, splitParagraphs(text));
    }).then(() => index.vectors.improve());
  }
  await addIncidents(ctx, index);
  void index.vectors.improve();
  return pages;
}

/** Indexes the newest incidents, the first slice before it returns, the others in the background. */
async function addIncidents(ctx: Context, index: Index): Promise<void> {
  const after = Math.max(index.newestIncident - OVERLAP, 0);
  const found = await readReportedTexts(ctx, { after, limit: MAX_EMBEDDED_INCIDENTS });
  const fresh = found.filter(({ id }) => !index.reported.has(id));
  const [first] = fresh;
  if (!first) return;
  for (const { id, title, description } of fresh) index.reported.set(id, `${title}\n\n${description}`);
  index.newestIncident = Math.max(index.newestIncident, first.id);
  const oldest = index.newestIncident - MAX_EMBEDDED_INCIDENTS;
  for (const id of index.reported.keys()) if (id <= oldest) index.reported.delete(id);
  index.vectors.keep((key) => !key.startsWith("incident ") || Number(key.slice("incident ".length)) > oldest);
  if (index.spelling.size > 2 * MAX_EMBEDDED_INCIDENTS) index.spelling = new WordIndex([...index.reported.values()]);
  const add = ({ id, title, description }: (typeof fresh)[number]) => {
    index.vectors.add(`incident ${id}`, [title, ...splitParagraphs(description).slice(0, 1)]);
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
  /** Those with a text. */
  words: readonly string[];
  most: number;
  mayCorrect: boolean;
}

/** Returns the words with corrected spelling, or null if there is nothing to correct, or a word has no similar one. */
function correctAll(spelling: WordIndex, words: readonly string[]): string[] | null {
  const corrected = words.map((word) => spelling.corrected(word));
  const known = corrected.filter((word) => word !== null);
  return known.length === words.length && known.some((word, at) => word !== words[at]) ? known : null;
}

/** Finds RFCs and pages by their words. If none has them, by words with nearly the same letters. */
function findPages({ words: index, keys }: Index, pages: readonly Page[], { words, mayCorrect }: Wanted) {
  const resultsOf = (found: readonly number[]) =>
    found.flatMap((at) => pages.find(({ key }) => key === keys[at])?.result ?? []);
  const found = resultsOf(index.withAll(words));
  if (found.length > 0 || !mayCorrect) return labelled(found, "words");
  return labelled(resultsOf(index.withAll(correctAll(index, words) ?? [])), "typo");
}

/** Finds incidents by their words. If none has them, by words of the newest with nearly the same letters. */
async function findIncidents(ctx: Context, { spelling }: Index, { text, words, most, mayCorrect }: Wanted) {
  const found = await findByStems(ctx, text, most);
  if (found.length > 0 || !mayCorrect) return labelled(found.map(view.incidentResult), "words");
  const corrected = charged(() => correctAll(spelling, words));
  return labelled(
    (corrected ? await findByStems(ctx, corrected.join(" "), most) : []).map(view.incidentResult),
    "typo",
  );
}

/** Finds texts close in meaning or, if the encoder does not respond, in words and letters. */
async function findSimilar(ctx: Context, index: Index, pages: readonly Page[], { text, most }: Wanted) {
  const { embedder, vectors } = index;
  const embedded = await embedder.embedIntent(text);
  if (embedded === null) return [];
  const byWords = embedder.model === LEXICAL.model ? LEAST.lexical : LEAST.letters;
  const isSemantic = embedded.embedding !== null || !embedder.builtIn;
  const near = charged(() => vectors.nearest(embedded.vector, isSemantic ? LEAST.meaning : byWords));
  const ids = near.flatMap(({ key }) => (key.startsWith("incident ") ? [Number(key.slice("incident ".length))] : []));
  const incidents = (await readListedIncidents(ctx, ids.slice(0, most))).map(view.incidentResult);
  const others = near.flatMap(({ key }) => pages.find((page) => page.key === key)?.result ?? []);
  return labelled([...incidents, ...others], "meaning");
}

/**
 * Finds incidents, RFCs and pages by English word forms or, if that finds nothing, by words with nearly the same
 * letters; after them, texts close in meaning. Each result says how it was found.
 * @param docs the pages of the reference, in addition to the portal's own
 */
export async function findFuzzyMatches(
  ctx: Context,
  text: string | undefined,
  { most, docs }: { most: number; docs: readonly PortalPage[] },
): Promise<SearchResult[]> {
  const words = text === undefined ? [] : significantWords(text);
  if (text === undefined || words.length === 0) return [];
  const index = indexOf(ctx.db);
  const pages = await refresh(ctx, index, [...PORTAL_PAGES, ...docs]);
  const wanted = { text, words, most, mayCorrect: isPlainWords(text) };
  const [incidents, similar] = await Promise.all([
    findIncidents(ctx, index, wanted),
    wanted.mayCorrect ? findSimilar(ctx, index, pages, wanted) : [],
  ]);
  return [...incidents, ...charged(() => findPages(index, pages, wanted)), ...similar];
}
