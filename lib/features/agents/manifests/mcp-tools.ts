import { trimBothEndsOf } from "@/lib/foundation/text/trim";
/** What a package registry implies about how its packages run. */
export const RUNTIMES: ReadonlyMap<string, string> = new Map([
  ["npm", "node"],
  ["pypi", "python"],
  ["docker", "container"],
  ["oci", "container"],
  ["nuget", "dotnet"],
]);

/** Returns a text as the name part of a DID-lite. */
export function didName(text: string): string {
  return trimBothEndsOf(text.toLowerCase().replace(/[^a-z0-9._-]+/g, "-"), "-");
}

/** The common phrases in descriptions of MCP servers. */
export interface ToolServer {
  name: string;
  description: string;
  version: string;
  organization: string;
}

/**
 * Describes a tool server as an A2A agent card with one skill, so that it can be found by its purpose. The card has no
 * `url`, because that would be an A2A address.
 */
export function cardOfToolServer({ name, description, version, organization }: ToolServer) {
  return {
    name,
    description,
    version,
    provider: { organization },
    skills: [{ id: didName(name), name, description, tags: ["mcp"] }],
  };
}
