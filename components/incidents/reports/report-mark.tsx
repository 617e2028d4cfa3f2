import { SignedWord } from "@/components/ui/marks";
import type { ReportStatus } from "@/lib/features/incidents/reports/schema";

const FACES = {
  waiting: { word: "Waiting", path: "M3 6h.01M6 6h.01M9 6h.01", className: "text-ink" },
  opened: { word: "Opened", path: "M2.5 6.5l2.5 2.5l4.5-6", className: "text-accent" },
  duplicate: { word: "Duplicate", path: "M2.5 4.5h7M2.5 7.5h7", className: "text-ink-2" },
  dismissed: { word: "Dismissed", path: "M3 3l6 6M9 3l-6 6", className: "text-ink-2" },
} as const satisfies Record<ReportStatus, unknown>;

export function ReportMark({ status }: { status: ReportStatus }) {
  return <SignedWord {...FACES[status]} />;
}
