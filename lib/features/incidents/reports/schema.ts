import { z } from "zod";
import { adviseOnDid } from "@/lib/features/access/applications/rules";
import { Agreed, OpenIncidentForm } from "@/lib/features/incidents/forms";
import { incidentIdOf } from "@/lib/features/incidents/rules/incident";
import { MAX_AFFECTED } from "@/lib/features/incidents/schema";
import { BOUNDS } from "@/lib/foundation/bounds";
import { cut } from "@/lib/foundation/text/cut";
import { plainLine, plainText } from "@/lib/foundation/text/plain-text";
import { oneOf } from "@/lib/http/filter";
import { HoneyPot } from "@/lib/http/honey-pot";
import { pageQuery, USUAL_ROWS } from "@/lib/http/page";

/** waiting → opened as an incident, found to be a duplicate of one, or dismissed. */
export const ReportStatus = z.enum(["waiting", "opened", "duplicate", "dismissed"]);
export type ReportStatus = z.infer<typeof ReportStatus>;

const SECRET = /^fgs_rep_[A-Za-z0-9_-]{32}$/;

/**
 * The secret with which a sender finds the report again. It is recognised wherever it appears, so that no log stores
 * it.
 */
export const ReportSecret = z.string().regex(SECRET);

const OutdatedForm = "This form is out of date. Copy your input, then load the page again.";

/** DIDs as people write them: one on each line, or separated by commas. */
const DidsField = z
  .string()
  .default("")
  .transform((text, context) => {
    const dids = [...new Set(text.split(/[\s,]+/).filter(Boolean))].sort();
    if (dids.length > MAX_AFFECTED) {
      context.addIssue({ code: "custom", message: `At most ${MAX_AFFECTED} are allowed; these are ${dids.length}.` });
    }
    const wrong = dids.find((did) => adviseOnDid(did) !== null);
    if (wrong !== undefined) {
      const message = `“${cut(wrong, 60)}” is not a DID. ${adviseOnDid(wrong)?.problem}`;
      context.addIssue({ code: "custom", message });
    }
    return dids;
  });

/** Parses an incident's number as people write it. */
const IncidentNumber = z
  .string("Enter the incident’s number.")
  .trim()
  .transform((text, context) => {
    const id = incidentIdOf(text.replace(/^#/, ""));
    if (id !== null) return id;
    context.addIssue({ code: "custom", message: "Enter the incident’s number, such as 7." });
    return z.NEVER;
  });

/** A report from its form. Messages are for people, at their fields. */
export const SubmitReport = z.object({
  secret: z.string(OutdatedForm).regex(SECRET, OutdatedForm),
  text: plainText(BOUNDS.report, "Describe what happened."),
  dids: DidsField,
  happened: plainLine(100).default(""),
  evidence: plainLine(BOUNDS.line).default(""),
  incident: IncidentNumber.optional(),
  email: plainLine(BOUNDS.email)
    .pipe(z.email("Enter an e-mail address, such as name@example.org, or leave it empty."))
    .optional(),
  website: HoneyPot,
});
export type SubmitReport = z.infer<typeof SubmitReport>;

/** A report as its sender sees it. */
export interface ReportProgress {
  /** Its reference number. */
  id: number;
  status: ReportStatus;
  created_at: string;
  decided_at: string | null;
  /** Why it was dismissed; "" if it was not. */
  reason: string;
  /** The incident that was opened from it, or that existed before. */
  incident: number | null;
  /** Whether there is an address to write to. */
  has_email: boolean;
}

/** A report as operators see it: all input and the decision. */
export interface Report extends ReportProgress {
  text: string;
  dids: string[];
  happened: string;
  evidence: string;
  about: number | null;
  email: string;
  decided_by: string | null;
}

const Id = z.string();

export const OpenReport = OpenIncidentForm.extend({ report: Id, reporter_agreed: Agreed });
export type OpenReport = z.infer<typeof OpenReport>;

export const DismissReport = z.object({
  id: Id,
  reason: plainText(BOUNDS.reason, "Enter the reason. The sender reads it."),
});
export type DismissReport = z.infer<typeof DismissReport>;

export const DuplicateReport = z.object({ id: Id, incident: IncidentNumber });
export type DuplicateReport = z.infer<typeof DuplicateReport>;

export const ReportQuery = z.object({
  status: oneOf(ReportStatus).transform((status) => status ?? "waiting"),
  ...pageQuery({ defaultLimit: USUAL_ROWS, maximumLimit: 100 }),
});
export type ReportQuery = z.infer<typeof ReportQuery>;

export interface ReportList {
  reports: Report[];
  total: number;
  limit: number;
  offset: number;
  by_status: Record<ReportStatus, number>;
}
