/** What a package registry says of how its packages run. */
export const RUNTIMES: ReadonlyMap<string, string> = new Map([
  ["npm", "node"],
  ["pypi", "python"],
  ["docker", "container"],
  ["oci", "container"],
  ["nuget", "dotnet"],
]);

/** A text as the name part of a DID-lite. */
export function didName(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, "-")
    .replace(/^-+|-+$/g, "");
}

/** What the descriptions of MCP servers have in common. */
export interface ToolServer {
  name: string;
  description: string;
  version: string;
  organization: string;
}

/**
 * Describes a tool server as an agent card (A2A) with one skill, so that it can be found by what it does. The card has no
 * `url`: that would be an A2A address.
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
