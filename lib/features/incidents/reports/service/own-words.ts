import { eq, inArray } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import type { Transaction } from "@/lib/database/open";
import { type ReportRow, reports } from "@/lib/database/schema/reports";
import { conflict } from "@/lib/foundation/errors";
import { actsAsOperator } from "@/lib/identity/permissions";
import { PASSAGE_CHARACTERS, repeatingFields } from "../rules";

const REPEATED = `This repeats ${PASSAGE_CHARACTERS} or more characters that a reporter wrote in private. Use your own words. If the reporter agreed to publish these words, tick that in the form of the console.`;

type Private = Pick<ReportRow, "text" | "happened" | "evidence" | "email">;

/** The public texts of an operator, by the names of their fields. */
interface PublicTexts {
  texts: Readonly<Record<string, string>>;
  /** Whether the operator says that the reporter agreed to publish these words. */
  reporterAgreed?: boolean | undefined;
}

/**
 * Throws if a public text repeats a passage of a report. The message quotes nothing.
 * @throws ServiceError `conflict`, at the first such field
 */
export function assertOwnWords(found: readonly Private[], { texts, reporterAgreed = false }: PublicTexts): void {
  if (reporterAgreed) return;
  const written = found.flatMap(({ text, happened, evidence, email }) => [text, happened, evidence, email]);
  const [field] = repeatingFields(texts, written);
  if (field !== undefined) throw conflict(REPEATED, { field });
}

/**
 * Does the same for a text about an incident, with the reports that led to it. Only operators can read reports, so
 * the texts of others are not checked.
 * @throws ServiceError `conflict`
 */
export async function assertOwnWordsAbout(
  { caller }: Context,
  tx: Transaction,
  incident: number,
  written: PublicTexts,
): Promise<void> {
  if (!actsAsOperator(caller, "report.read")) return;
  assertOwnWords(await tx.select().from(reports).where(eq(reports.incidentId, incident)), written);
}

/** Returns those of some incidents to which a report led. Its private words must not be repeated there. */
export async function listFromReports({ db }: Pick<Context, "db">, ids: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .select({ id: reports.incidentId })
    .from(reports)
    .where(inArray(reports.incidentId, [...ids]));
  return new Set(rows.flatMap(({ id }) => id ?? []));
}
