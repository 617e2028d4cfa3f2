import { z } from "zod";
import type { AgentEndpoint } from "../about";
import { type McpInput, McpPackage, McpRemote } from "../sources/mcp-packages";
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

/** A value that goes with a launch, as a variable or a header. `value` is a placeholder where only its user has it. */
export interface Setting {
  name: string;
  value: string;
  /** Whether the user must put something in the place of `value`. */
  isOpen: boolean;
}

/** How an MCP server is started from a package. All words are words of any shell. */
export interface LocalLaunch {
  program: "npx" | "uvx" | "docker";
  /** The program's arguments before the package. */
  before: string[];
  /** Name and version, as the program takes them. */
  package: string;
  version: string;
  /** The server's own arguments. */
  args: string[];
  settings: Setting[];
  /** Names of variables that may be set. */
  optional: string[];
  /** Whether it speaks by its standard input and output; else it listens on an address of its own. */
  isStdio: boolean;
}

/** An address at which an MCP server is there already. */
export interface RemoteLaunch {
  transport: "http" | "sse";
  url: string;
  headers: Setting[];
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

/** The names of what is set, and the values that are shown as their publisher gave them. */
interface Grammar {
  isName: (name: string) => boolean;
  isValue: (value: string) => boolean;
}
const VARIABLES: Grammar = { isName: isVariableName, isValue: isPlainValue };
/** Headers go to the publisher's own address. */
const HEADERS: Grammar = { isName: (name) => /^[A-Za-z0-9][A-Za-z0-9-]{0,99}$/.test(name), isValue: isWord };
const FLAG_NAME = /^--?[A-Za-z0-9][A-Za-z0-9-]{0,99}$/;
/** The file's name is a word of a command, too. */
const BUNDLE_FILE = /\/[A-Za-z0-9][A-Za-z0-9._-]*\.mcpb$/;
const SHA256 = /^[0-9a-f]{64}$/;

const listOf = <T extends z.ZodType>(item: T) =>
  z
    .array(item.optional().catch(undefined))
    .catch([])
    .transform((items) => items.filter((one) => one !== undefined));

/** Where a manifest has its packages: `server.json`, also as the registry's API wraps it, or what an import made of it. */
const Lists = z.object({ packages: listOf(McpPackage), remotes: listOf(McpRemote) });
const Manifest = z.object({ server: Lists.optional().catch(undefined), ...Lists.shape });

/** Returns the word for a value, `{variables}` as placeholders; undefined for a value that is no word. */
function wordOf({ value, default: byDefault, name, valueHint }: McpInput): string | undefined {
  const text = (value || byDefault).replace(/\{([^{}]*)\}/g, (_, variable: string) => placeholder(variable));
  if (text === "") return placeholder(valueHint || name);
  return isWord(text) && !text.startsWith("-") ? text : undefined;
}

/** Whether a launch works only with it. */
const isNeeded = ({ isRequired, value }: McpInput) => isRequired || value !== "";

/** Returns the words of the arguments that are needed; undefined where one has no form that is safe to paste. */
function argumentsOf(inputs: readonly McpInput[]): string[] | undefined {
  const words = inputs.filter(isNeeded).map((input) => {
    const word = wordOf(input);
    if (word === undefined || input.type !== "named") return word;
    return FLAG_NAME.test(input.name) ? `${input.name}=${word}` : undefined;
  });
  return words.includes(undefined) ? undefined : words.filter((word) => word !== undefined);
}

/** Splits what is set into what a launch needs and the names that are optional; undefined where a needed one has no such name. */
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

/** The registries that the programs ask by themselves. Another one may have another package of the same name. */
const OWN_REGISTRIES: Readonly<Record<string, readonly string[]>> = {
  npm: ["", "https://registry.npmjs.org"],
  pypi: ["", "https://pypi.org"],
};

/** An image's reference with its registry's host, which older records have beside it. */
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
  if (!OWN_REGISTRIES[registryType]?.includes(registryBaseUrl.replace(/\/+$/, ""))) return undefined;
  return registryType === "npm"
    ? { program: "npx", name: npmSpecifier(identifier, version) }
    : { program: "uvx", name: pypiSpecifier(identifier, version) };
}

const BEFORE = { npx: ["-y"], uvx: [], docker: ["run", "-i", "--rm"] } as const;

/**
 * Arguments of the runtime are left out: they say what of the user's machine the package reaches, as a mount or another
 * registry does. Where one is required, there is no launch.
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
      ...{ program, before: [...BEFORE[program]], package: name, version: isPinned ? found.version : "" },
      ...{ args, ...set, isStdio: found.transport.type === "stdio" },
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
  return kind && set && isConnectAddress(url) ? [{ transport: kind, url, headers: set.settings }] : [];
}

/**
 * Returns how an MCP server can be started or reached, by what its record and its manifest say. What breaks the grammar of
 * its registry, or has no form that is safe to paste into a shell, is left out. Streamable HTTP comes before SSE.
 */
export function launchesOf(endpoints: readonly AgentEndpoint[], manifest: Record<string, unknown>): Launches {
  const { server, ...own } = Manifest.parse(manifest);
  const { packages, remotes } = server ?? own;
  return {
    remotes: endpoints
      .filter(({ protocol }) => protocol === "mcp")
      .flatMap((endpoint) => remoteOf(endpoint, remotes))
      .sort((a, b) => Number(a.transport === "sse") - Number(b.transport === "sse")),
    packages: packages.flatMap(launchOf),
    bundles: packages.flatMap(bundleOf),
  };
}
