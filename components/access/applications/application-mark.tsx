import { SignedWord } from "@/components/ui/marks";
import type { ApplicationStatus } from "@/lib/features/access/applications/schema";

const FACES = {
  pending: { word: "Pending", path: "M3 6h.01M6 6h.01M9 6h.01", className: "text-ink" },
  approved: { word: "Approved", path: "M2.5 6.5l2.5 2.5l4.5-6", className: "text-accent" },
  claimed: { word: "Claimed", path: "M1 6.5l2.5 2.5l4.5-6M6 8.5l.5.5l4.5-6", className: "text-accent" },
  rejected: { word: "Rejected", path: "M3 3l6 6M9 3l-6 6", className: "text-ink" },
  withdrawn: { word: "Withdrawn", path: "M2 6h8", className: "text-ink-3" },
} as const satisfies Record<ApplicationStatus, unknown>;

export function ApplicationMark({ status }: { status: ApplicationStatus }) {
  return <SignedWord {...FACES[status]} />;
}
