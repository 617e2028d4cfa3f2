import { ownValue } from "@/lib/foundation/own-values";
import { trimEndOf } from "@/lib/foundation/text/trim";
import type { AgentEndpoint } from "../details";
import { type McpInput, type McpPackage, type McpRemote, readPackages, readRemotes } from "../manifests/mcp-packages";
import {
  isConnectAddress,
  isPlainValue,
  isVariableName,
  isWord,
  npmSpecifier,
  ociReference,
  placeholder,
  pypiSpecifier,
} from "./grammar";

/** A variable or header that a launch sets. `value` is a placeholder if only the user has it. */
export interface Setting {
  name: string;
  value: string;
  /** Whether the user must replace `value`. */
  isOpen: boolean;
}

/** How to start an MCP server from a package. Every word is safe in every shell. */
export interface LocalLaunch {
  program: "npx" | "uvx" | "docker";
  /** The program's arguments before the package. */
  before: string[];
  /** Name and version, in the form that the program expects. */
  package: string;
  version: string;
  /** The arguments of the server. */
  args: string[];
  settings: Setting[];
  /** Names of optional variables. */
  optional: string[];
  /** Whether the server uses standard input and output. Otherwise it listens on its own address. */
  isStdio: boolean;
}

/** The address of an MCP server that is already running, with the headers to send. */
export interface RemoteLaunch {
  transport: "http" | "sse";
  url: string;
  settings: Setting[];
}

/** A bundle that a desktop program opens. */
export interface Bundle {
  url: string;
  sha256: string;
}

export interface Launches {
  remotes: RemoteLaunch[];
  packages: LocalLaunch[];
  bundles: Bundle[];
}

/** The names of the values to set, and the values that are shown exactly as the publisher gave them. */
interface Grammar {
  isName: (name: string) => boolean;
  isValue: (value: string) => boolean;
}
const VARIABLES: Grammar = { isName: isVariableName, isValue: isPlainValue };
/** Headers are sent to the publisher's own address. */
const HEADERS: Grammar = { isName: (name) => /^[A-Za-z0-9][A-Za-z0-9-]{0,99}$/.test(name), isValue: isWord };
const FLAG_NAME = /^--?[A-Za-z0-9][A-Za-z0-9-]{0,99}$/;
/** The file name is also a word of a command. */
const BUNDLE_FILE = /\/[A-Za-z0-9][A-Za-z0-9._-]*\.mcpb$/;
const SHA256 = /^[0-9a-f]{64}$/;

/**
 * Returns the shell word for a value, with `{variables}` as placeholders, or undefined if the value is not a safe word.
 */
function wordOf({ value, default: byDefault, name, valueHint }: McpInput): string | undefined {
  const text = (value || byDefault).replace(/\{([^{}]*)\}/g, (_, variable: string) => placeholder(variable));
  if (text === "") return placeholder(valueHint || name);
  return isWord(text) && !text.startsWith("-") ? text : undefined;
}

/** Whether a launch fails without it. */
const isNeeded = ({ isRequired, value }: McpInput) => isRequired || value !== "";

/** Returns the words of the required arguments, or undefined if one of them cannot be pasted safely. */
function argumentsOf(inputs: readonly McpInput[]): string[] | undefined {
  const words = inputs.filter(isNeeded).map((input) => {
    const word = wordOf(input);
    if (word === undefined || input.type !== "named") return word;
    return FLAG_NAME.test(input.name) ? `${input.name}=${word}` : undefined;
  });
  return words.includes(undefined) ? undefined : words.filter((word) => word !== undefined);
}

/**
 * Separates the variables that a launch requires from the names of optional ones. Returns undefined if a required one
 * has no safe name.
 */
function settingsOf(inputs: readonly McpInput[], { isName, isValue }: Grammar) {
  const settings: Setting[] = [];
  const optional: string[] = [];
  for (const input of inputs) {
    if (isName(input.name)) {
      if (isNeeded(input)) settings.push(settingOf(input, isValue));
      else optional.push(input.name);
    } else if (isNeeded(input)) return undefined;
  }
  return { settings, optional };
}

function settingOf({ name, value, default: byDefault, isSecret }: McpInput, isValue: Grammar["isValue"]): Setting {
  const given = value || byDefault;
  if (!isSecret && isValue(given)) return { name, value: given, isOpen: false };
  const bearer = /^authorization$/i.test(name) ? "Bearer YOUR_TOKEN" : placeholder(name);
  return { name, value: bearer, isOpen: true };
}

/** The registries that the programs use by default. In another registry the same name may be another package. */
const OWN_REGISTRIES: Readonly<Record<string, readonly string[]>> = {
  npm: ["", "https://registry.npmjs.org"],
  pypi: ["", "https://pypi.org"],
};

/** Returns an image's reference with its registry's host. Older records keep the host in a separate field. */
function imageOf({ identifier, version, registryBaseUrl }: McpPackage): string | undefined {
  const [, host = ""] = /^https:\/\/([^/]+)\/?$/.exec(registryBaseUrl) ?? [];
  const isHub = registryBaseUrl === "" || /^(?:.+\.)?docker\.io$/.test(host);
  if (!isHub && host === "") return undefined;
  return ociReference(isHub || identifier.startsWith(`${host}/`) ? identifier : `${host}/${identifier}`, version);
}

function specifierOf(found: McpPackage): { program: LocalLaunch["program"]; name: string | undefined } | undefined {
  const { registryType, identifier, registryBaseUrl } = found;
  const version = found.version === "latest" ? "" : found.version;
  if (registryType === "oci" || registryType === "docker") {
    return { program: "docker", name: imageOf({ ...found, version }) };
  }
  if (!ownValue(OWN_REGISTRIES, registryType)?.includes(trimEndOf(registryBaseUrl, "/"))) return undefined;
  return registryType === "npm"
    ? { program: "npx", name: npmSpecifier(identifier, version) }
    : { program: "uvx", name: pypiSpecifier(identifier, version) };
}

const BEFORE = { npx: ["-y"], uvx: [], docker: ["run", "-i", "--rm"] } as const;

/**
 * Arguments of the runtime are left out, because they give the package access to the user's machine (a mount, for
 * example) or to another registry. If one is required, there is no launch.
 */
function launchOf(found: McpPackage): LocalLaunch[] {
  const specifier = specifierOf(found);
  const args = argumentsOf(found.packageArguments);
  const set = settingsOf(found.environmentVariables, VARIABLES);
  if (!specifier?.name || !args || !set || found.runtimeArguments.some(({ isRequired }) => isRequired)) return [];
  const { program, name } = specifier;
  const isPinned = found.version !== "" && name.endsWith(found.version);
  return [
    {
      program,
      before: [...BEFORE[program]],
      package: name,
      version: isPinned ? found.version : "",
      args,
      ...set,
      isStdio: found.transport.type === "stdio",
    },
  ];
}

function bundleOf({ registryType, identifier, fileSha256 }: McpPackage): Bundle[] {
  const isBundle = registryType === "mcpb" && BUNDLE_FILE.test(identifier);
  return isBundle && isConnectAddress(identifier) && SHA256.test(fileSha256)
    ? [{ url: identifier, sha256: fileSha256 }]
    : [];
}

const TRANSPORTS = new Map<string, RemoteLaunch["transport"]>([
  ["", "http"],
  ["http", "http"],
  ["streamable", "http"],
  ["streamable-http", "http"],
  ["streamablehttp", "http"],
  ["sse", "sse"],
]);

function remoteOf({ url, transport = "" }: AgentEndpoint, remotes: readonly McpRemote[]): RemoteLaunch[] {
  const kind = TRANSPORTS.get(transport.toLowerCase());
  const set = settingsOf(remotes.find((remote) => remote.url.trim() === url)?.headers ?? [], HEADERS);
  return kind && set && isConnectAddress(url) ? [{ transport: kind, url, settings: set.settings }] : [];
}

/**
 * Returns how an MCP server can be started or reached, from its record and manifest. Leaves out whatever breaks its
 * registry's grammar or cannot be pasted into a shell safely. Streamable HTTP comes before SSE.
 */
export function launchesOf(endpoints: readonly AgentEndpoint[], manifest: Record<string, unknown>): Launches {
  // A `server.json`, also in the registry API's wrapper, or what an import stored of one.
  const { server } = manifest;
  const said = typeof server === "object" && server !== null ? (server as Record<string, unknown>) : manifest;
  const packages = readPackages(said["packages"]);
  const remotes = readRemotes(said["remotes"]);
  return {
    remotes: endpoints
      .filter(({ protocol }) => protocol === "mcp")
      .flatMap((endpoint) => remoteOf(endpoint, remotes))
      .sort((a, b) => Number(a.transport === "sse") - Number(b.transport === "sse")),
    packages: packages.flatMap(launchOf),
    bundles: packages.flatMap(bundleOf),
  };
}
