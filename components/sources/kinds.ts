import { sourceKindTexts } from "@/components/sources/texts";
import type { SourceKind } from "@/lib/interop/sources/schema";

/** The name of each kind of source. */
export const KINDS: Record<SourceKind, string> = {
  "mcp-registry": sourceKindTexts.registry,
  "ard-publisher": sourceKindTexts.publisher,
  "agent-card": sourceKindTexts.card,
};
