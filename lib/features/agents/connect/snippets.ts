import { z } from "zod";
import type { Agent } from "../schema";
import { addressWord, isConnectAddress, serverName } from "./grammar";
import { type Bundle, type LocalLaunch, launchesOf, type RemoteLaunch, type Setting } from "./launch";

/** A way to use an agent, ready to be copied. */
export interface Snippet {
  /** The program or protocol that the snippet is for. It is unique among an agent's snippets. */
  name: string;
  /** What to do with the snippet. */
  says: string;
  code: string;
  syntax: "sh" | "json" | "ts";
  /** An additional note, or "". */
  note: string;
  /** A link that opens the program with everything filled in. */
  install?: { words: string; href: string };
}

type Connectable = Pick<Agent, "did" | "name" | "endpoints" | "capability_manifest">;

const openOf = (settings: readonly Setting[]) => settings.filter(({ isOpen }) => isOpen).map(({ value }) => value);

function sentences(...parts: (string | false)[]): string {
  return parts.filter(Boolean).join(" ");
}

const replaced = (settings: readonly Setting[]): string | false => {
  const open = openOf(settings).map((value) => value.replace(/^Bearer /, ""));
  return open.length > 0 && `Replace ${open.join(", ")} with your own.`;
};

const pinned = ({ program, version }: LocalLaunch): string | false =>
  version !== "" &&
  (program === "docker"
    ? `Uses the tag ${version}.`
    : `Pins version ${version}. Remove @${version} to follow the newest.`);

const optionalOf = ({ optional }: LocalLaunch): string | false =>
  optional.length > 0 && `Optional variables: ${optional.join(", ")}.`;

type Launch = LocalLaunch | RemoteLaunch;
type Values = Readonly<Record<string, string>>;

/** Returns the values of settings by their names. @param shown how a value is written */
const valuesOf = (settings: readonly Setting[], shown = ({ value }: Setting) => value): Values =>
  Object.fromEntries(settings.map((setting) => [setting.name, shown(setting)]));

/** Returns a server in a configuration file: its address, or the program with its arguments. */
function configured(launch: Launch, values: Values = valuesOf(launch.settings)) {
  const isSet = launch.settings.length > 0;
  if ("url" in launch) return { url: launch.url, ...(isSet ? { headers: values } : {}) };
  const { program, before, package: name, args, settings } = launch;
  const passed = program === "docker" ? settings.flatMap((setting) => ["-e", setting.name]) : [];
  return { command: program, args: [...before, ...passed, name, ...args], ...(isSet ? { env: values } : {}) };
}

function claude(server: string, launch: Launch): Snippet {
  const isRemote = "url" in launch;
  const set = launch.settings.map(({ name, value }) =>
    isRemote ? `--header "${name}: ${value}"` : `--env ${name}=${value}`,
  );
  const { command = "", args = [] } = configured(launch) as { command?: string; args?: string[] };
  const started = isRemote
    ? ["--transport", launch.transport, server, addressWord(launch.url)]
    : ["--transport stdio", server, "--", command, ...args];
  const desktop = launch.settings.length === 0 && "In Claude’s settings, add the address as a custom connector.";
  return {
    name: "Claude",
    says: "For Claude Code: run this once in a terminal.",
    code: ["claude mcp add", ...set, ...started].join(" "),
    syntax: "sh",
    note: sentences(replaced(launch.settings), ...(isRemote ? [desktop] : [pinned(launch), optionalOf(launch)])),
  };
}

/** Returns the snippet for an editor with a file of servers, and a link that installs one. */
function editor(name: string, file: string, content: object, note: string, href: string): Snippet {
  const says = `Add this to ${file} in your project.`;
  const code = JSON.stringify(content, null, 2);
  return { name, says, code, syntax: "json", note, install: { words: `Add to ${name}`, href } };
}

function cursor(server: string, launch: Launch): Snippet {
  const config = configured(launch);
  const encoded = encodeURIComponent(Buffer.from(JSON.stringify(config)).toString("base64"));
  const href = `cursor://anysphere.cursor-deeplink/mcp/install?name=${server}&config=${encoded}`;
  const content = { mcpServers: { [server]: config } };
  return editor("Cursor", ".cursor/mcp.json", content, sentences(replaced(launch.settings)), href);
}

/** VS Code asks the user for missing values and does not write them to the file. */
function vsCode(server: string, launch: Launch): Snippet {
  const idOf = ({ name }: Setting) => name.toLowerCase().replaceAll("_", "-");
  const values = valuesOf(launch.settings, (setting) => {
    const bearer = setting.value.startsWith("Bearer ") ? "Bearer " : "";
    return setting.isOpen ? `${bearer}\${input:${idOf(setting)}}` : setting.value;
  });
  const asked = launch.settings
    .filter(({ isOpen }) => isOpen)
    .map((setting) => ({ type: "promptString", id: idOf(setting), description: setting.name, password: true }));
  const inputs = asked.length > 0 ? { inputs: asked } : {};
  const config = { type: "url" in launch ? launch.transport : "stdio", ...configured(launch, values) };
  const href = `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: server, ...config, ...inputs }))}`;
  const note = asked.length > 0 ? "VS Code asks for the values when it starts the server." : "";
  return editor("VS Code", ".vscode/mcp.json", { ...inputs, servers: { [server]: config } }, note, href);
}

const PROGRAMS = {
  npx: { name: "npx", needs: "Needs Node.js." },
  uvx: { name: "uvx", needs: "Needs uv." },
  docker: { name: "Docker", needs: "Needs Docker." },
} as const;

function run(launch: LocalLaunch): Snippet {
  const { program, before, package: name, args, settings } = launch;
  const set = settings.map((setting) => `${setting.name}=${setting.value}`);
  const words =
    program === "docker"
      ? [program, ...before, ...set.flatMap((word) => ["-e", word]), name, ...args]
      : [...set, program, ...before, name, ...args];
  return {
    name: PROGRAMS[program].name,
    says: launch.isStdio ? "Run the server. It speaks MCP on its standard input." : "Run the server.",
    code: words.join(" "),
    syntax: "sh",
    note: sentences(PROGRAMS[program].needs, replaced(settings), pinned(launch), optionalOf(launch)),
  };
}

function bundle({ url, sha256 }: Bundle): Snippet {
  const file = url.slice(url.lastIndexOf("/") + 1);
  return {
    name: "MCPB",
    says: "Download the bundle, compare its SHA-256, then open it with Claude Desktop.",
    code: `curl -fLO ${url}\nsha256sum ${file}`,
    syntax: "sh",
    note: `The SHA-256 must be ${sha256}.`,
  };
}

/** The version in a card, which decides the method's name. */
const Card = z.object({ supportedInterfaces: z.array(z.unknown()).catch([]) });

const call = (method: string, message: object) => ({ jsonrpc: "2.0", id: 1, method, params: { message } });
/** A first message to an agent by A2A 1.0. */
export const A2A_HELLO = call("SendMessage", { role: "ROLE_USER", messageId: "1", parts: [{ text: "Hello" }] });
/** The same by the versions before. */
const OLD_HELLO = call("message/send", { role: "user", messageId: "1", parts: [{ kind: "text", text: "Hello" }] });

/** Returns the command for an A2A agent's card and, if the agent supports JSON-RPC, a first message to it. */
function a2a({ endpoints, capability_manifest }: Connectable): Snippet[] {
  const usable = endpoints.filter(({ protocol, url }) => protocol === "a2a" && isConnectAddress(url));
  const endpoint = usable.find(({ transport }) => transport === "JSONRPC") ?? usable[0];
  if (!endpoint) return [];
  const card = `curl -s ${new URL("/.well-known/agent-card.json", endpoint.url).href}`;
  const isPresent = Card.parse(capability_manifest).supportedInterfaces.length > 0;
  const message = JSON.stringify(isPresent ? A2A_HELLO : OLD_HELLO);
  const version = isPresent ? ' -H "A2A-Version: 1.0"' : "";
  const call = `curl -s ${addressWord(endpoint.url)} -H "Content-Type: application/json"${version} -d '${message}'`;
  return [
    {
      name: "A2A",
      says: "Read the agent card from its host, then send a message.",
      code: endpoint.transport === "JSONRPC" ? `${card}\n${call}` : card,
      syntax: "sh",
      note: sentences(
        endpoint.transport !== "JSONRPC" && `The agent's address is ${endpoint.url}.`,
        "The card says whether credentials are required.",
      ),
    },
  ];
}

function http({ endpoints }: Connectable): Snippet[] {
  const endpoint = endpoints.find(({ protocol, url }) => protocol === "http" && isConnectAddress(url));
  const says = "Call its address.";
  return endpoint ? [{ name: "HTTP", says, code: `curl -s ${addressWord(endpoint.url)}`, syntax: "sh", note: "" }] : [];
}

/** Keeps the first snippet of each name, because a server may have two packages of one kind. */
const distinctNames = (snippets: Snippet[]): Snippet[] =>
  snippets.filter(({ name }, index) => snippets.findIndex((other) => other.name === name) === index);

/**
 * Returns ready ways to connect to an agent directly, from its record and manifest. Returns none if nothing in them can
 * be pasted safely. A running address comes before a package to install. Commands contain only our own words and words
 * that the registries' grammars allow.
 */
export function connectionsOf(agent: Connectable): Snippet[] {
  const { remotes, packages, bundles } = launchesOf(agent.endpoints, agent.capability_manifest);
  const server = serverName(agent.name, agent.did.slice(agent.did.lastIndexOf(":") + 1));
  const first = remotes[0] ?? packages.find(({ isStdio }) => isStdio);
  return distinctNames([
    ...(first ? [claude(server, first), cursor(server, first), vsCode(server, first)] : []),
    ...packages.map(run),
    ...bundles.map(bundle),
    ...a2a(agent),
    ...http(agent),
  ]);
}
