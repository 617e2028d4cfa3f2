import type { AgentEndpoint } from "@/lib/features/agents/details";

interface DemoSkill {
  name: string;
  description: string;
  examples: string[];
}

/** An agent of the demo federation. The other tables refer to it by the last part of its DID. */
export interface DemoAgent {
  did: string;
  name: string;
  provider: string;
  role: string;
  model: string;
  runtime_type: string;
  description: string;
  version: string;
  homepage?: string;
  repository?: string;
  licence?: string;
  tags: string[];
  endpoints?: AgentEndpoint[];
  packages?: DemoPackage[];
  skills: DemoSkill[];
  /** How many days ago it registered. */
  joined: number;
  /** How many days after that it proved its key. Absent if it has none. */
  proved?: number;
  /** A host that it proved to control, a day after its key. */
  domain?: string;
}

/** A package in the form of `server.json`. */
interface DemoPackage {
  registryType: "oci";
  identifier: string;
  transport: { type: "stdio" };
}

export const skill = (name: string, description: string, ...examples: string[]): DemoSkill => ({
  name,
  description,
  examples,
});

export const a2a = (host: string, transport = "JSONRPC"): AgentEndpoint => ({
  protocol: "a2a",
  url: `https://${host}.example/a2a`,
  transport,
});
export const mcp = (host: string): AgentEndpoint => ({
  protocol: "mcp",
  url: `https://${host}.example/mcp`,
  transport: "streamable-http",
});
export const http = (host: string, path = "/api"): AgentEndpoint => ({
  protocol: "http",
  url: `https://${host}.example${path}`,
});

/**
 * A container image on a host that can never exist (RFC 2606). A name in a real registry could belong to a real
 * publisher, and a visitor would run that package.
 */
export const image = (provider: string, name: string, version: string): DemoPackage => ({
  registryType: "oci",
  identifier: `registry.${provider}.example/${name}:${version}`,
  transport: { type: "stdio" },
});
