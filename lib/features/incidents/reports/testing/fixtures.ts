import { eq } from "drizzle-orm";
import { hashToken } from "@/lib/authority/tokens";
import { reports } from "@/lib/database/schema/reports";
import { applicationFixtures } from "@/lib/features/access/applications/testing/fixtures";
import { OpenReport, SubmitReport } from "../schema";
import { makeSecret } from "../service/by-secret";
import { submitReport } from "../service/submit";

/** What a person sends by the form; empty fields are absent, as the binding leaves them. */
export function reportForm(fields: Record<string, string> = {}): Record<string, string> {
  return { secret: makeSecret(), text: "It sent my lease to a stranger.", ...fields };
}

/** An incident as an operator opens it from a report. */
export const incidentFrom = (report: number, fields: Record<string, string> = {}) =>
  OpenReport.parse({ report: String(report), title: "A lease went astray", severity: "MAJOR", ...fields });

/** A database for one file of tests, with senders and operators before it. */
export function reportFixtures() {
  const office = applicationFixtures();

  /** A report that has been sent. */
  async function reported(fields: Record<string, string> = {}) {
    const { secret } = await submitReport(office.visitor(), SubmitReport.parse(reportForm(fields)));
    const [row] = await office
      .database()
      .select()
      .from(reports)
      .where(eq(reports.secretHash, hashToken(secret)));
    if (!row) throw new Error("nothing was stored");
    return { secret, id: row.id, row };
  }
  return { ...office, reported };
}
