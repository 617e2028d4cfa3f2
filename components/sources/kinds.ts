import type { SourceKind } from "@/lib/interop/sources/schema";

export const KINDS: Record<SourceKind, string> = {
  "mcp-registry": "MCP registry",
  "ard-publisher": "ARD publisher",
  "agent-card": "Agent card",
};
