import type { SourceKind } from "@/lib/interop/sources/schema";

/** The name of each kind of source. */
export const KINDS: Record<SourceKind, string> = {
  "mcp-registry": "MCP registry",
  "ard-publisher": "ARD publisher",
  "agent-card": "Agent card",
};
