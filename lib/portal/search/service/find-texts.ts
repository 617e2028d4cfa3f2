import { type Context, charged } from "@/lib/authority/context";
import type { Database } from "@/lib/database/open";
import { matchOf } from "@/lib/features/directory/match";
import { readListedIncidents, readReportedTexts } from "@/lib/features/incidents/service/find";
import { listForSearch, readRfcTexts } from "@/lib/features/rfcs/service/find";
import { PORTAL_PAGES, type PortalPage } from "../portal-pages";
import type { SearchHit } from "../schema";
import { TextIndex } from "../text-index";
import * as view from "../view";

/** How many of the newest incidents are ranked. */
export const MAX_RANKED_INCIDENTS = 1_000;
/** Incidents that a search indexes before it returns. */
const WAITED_INCIDENTS = 25;
/** A higher number may become visible before a lower one, so this many are read again. */
const OVERLAP = 50;

/** The RFCs, pages and newest incidents of a database. */
interface Texts {
  index: TextIndex;
  newestIncident: number;
}

const kept = new WeakMap<Database, Texts>();

function textsOf(db: Database): Texts {
  const texts = kept.get(db) ?? { index: new TextIndex(), newestIncident: 0 };
  kept.set(db, texts);
  return texts;
}

const INCIDENT = "incident ";
const keyOfIncident = (id: number) => `${INCIDENT}${id}`;
const idsOf = (keys: Iterable<string>) =>
  [...keys].flatMap((key) => (key.startsWith(INCIDENT) ? [Number(key.slice(INCIDENT.length))] : []));
const keyOfRfc = ({ number }: { number: number }) => `rfc ${number}`;

/** Indexes new pages and RFCs. @returns the present ones, by key */
async function refreshPages(ctx: Context, { index }: Texts, places: readonly PortalPage[]) {
  await index.put(
    places.map(({ path, title, about, words }) => ({ key: path, version: "", title, text: `${about}\n\n${words}` })),
  );
  const rfcs = await listForSearch(ctx);
  if (!rfcs.every((rfc) => index.has({ key: keyOfRfc(rfc), version: rfc.sha256 }))) {
    const texts = await readRfcTexts(ctx);
    await index.put(texts.map((rfc) => ({ ...rfc, key: keyOfRfc(rfc), version: rfc.sha256 })));
  }
  return new Map<string, SearchHit>([
    ...places.map((place) => [place.path, view.pageResult(place)] as const),
    ...rfcs.map((rfc) => [keyOfRfc(rfc), view.rfcResult(rfc)] as const),
  ]);
}

/** Indexes the newest incidents, the first before it returns, the others in the background. */
async function refreshIncidents(ctx: Context, texts: Texts): Promise<void> {
  const { index, newestIncident } = texts;
  const after = Math.max(newestIncident - OVERLAP, 0);
  const found = await readReportedTexts(ctx, { after, limit: MAX_RANKED_INCIDENTS });
  const newest = found[0]?.id ?? 0;
  if (newest > newestIncident) {
    texts.newestIncident = newest;
    for (const id of idsOf(index.keys)) if (id <= newest - MAX_RANKED_INCIDENTS) index.remove(keyOfIncident(id));
  }
  const ranked = found.filter(({ id }) => id > texts.newestIncident - MAX_RANKED_INCIDENTS);
  const reported = ranked.map(({ id, title, description, redactedAt }) => ({
    ...{ key: keyOfIncident(id), version: redactedAt?.toISOString() ?? "", title },
    text: description,
  }));
  await index.put(reported.slice(0, WAITED_INCIDENTS));
  void index.put(reported.slice(WAITED_INCIDENTS));
}

/**
 * Finds incidents, RFCs and pages by their words, nearly the same spellings, and related words. Each result says how it was
 * found.
 * @param docs the pages of the reference, in addition to the portal's own
 */
export async function findTexts(
  ctx: Context,
  question: string | undefined,
  { most, docs }: { most: number; docs: readonly PortalPage[] },
): Promise<SearchHit[]> {
  if (question === undefined) return [];
  const texts = textsOf(ctx.db);
  const results = await refreshPages(ctx, texts, [...PORTAL_PAGES, ...docs]);
  await refreshIncidents(ctx, texts);
  const { matches, asked } = charged(() => texts.index.find(question));
  const ids = idsOf(matches.map(({ did }) => did)).slice(0, most);
  for (const incident of await readListedIncidents(ctx, ids)) {
    results.set(keyOfIncident(incident.id), view.incidentResult(incident));
  }
  return matches.flatMap((match) => {
    const result = results.get(match.did);
    return result ? [{ ...result, match: matchOf(match, asked) }] : [];
  });
}
