import type { SourceKind } from "@/lib/sources/schema";

/** What each kind of source is called. */
export const KINDS: Record<SourceKind, string> = {
  "mcp-registry": "MCP registry",
  "ard-publisher": "ARD publisher",
  "agent-card": "Agent card",
};
