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

/** The program and its arguments for a configuration file. Variables are set separately. */
function configured({ program, before, package: name, args, settings }: LocalLaunch) {
  const passed = program === "docker" ? settings.flatMap((setting) => ["-e", setting.name]) : [];
  const env = Object.fromEntries(settings.map((setting) => [setting.name, setting.value]));
  return {
    command: program,
    args: [...before, ...passed, name, ...args],
    ...(settings.length > 0 ? { env } : {}),
  };
}

const json = (value: unknown) => JSON.stringify(value, null, 2);
const headersOf = (headers: readonly Setting[]) =>
  headers.length > 0 ? { headers: Object.fromEntries(headers.map(({ name, value }) => [name, value])) } : {};

function claude(server: string, launch: LocalLaunch | RemoteLaunch): Snippet {
  const says = "For Claude Code: run this once in a terminal.";
  if ("url" in launch) {
    const headers = launch.headers.map(({ name, value }) => `--header "${name}: ${value}"`);
    const words = ["claude mcp add", ...headers, "--transport", launch.transport, server, addressWord(launch.url)];
    const desktop = "In Claude’s settings, add the address as a custom connector.";
    const note = sentences(replaced(launch.headers), launch.headers.length === 0 && desktop);
    return { name: "Claude", says, code: words.join(" "), syntax: "sh", note };
  }
  const { command, args, env = {} } = configured(launch);
  const variables = Object.entries(env).map(([name, value]) => `--env ${name}=${value}`);
  const words = ["claude mcp add", ...variables, "--transport stdio", server, "--", command, ...args];
  const note = sentences(replaced(launch.settings), pinned(launch), optionalOf(launch));
  return { name: "Claude", says, code: words.join(" "), syntax: "sh", note };
}

function cursor(server: string, launch: LocalLaunch | RemoteLaunch): Snippet {
  const config = "url" in launch ? { url: launch.url, ...headersOf(launch.headers) } : configured(launch);
  const encoded = encodeURIComponent(Buffer.from(JSON.stringify(config)).toString("base64"));
  return {
    name: "Cursor",
    says: "Add this to .cursor/mcp.json in your project.",
    code: json({ mcpServers: { [server]: config } }),
    syntax: "json",
    note: sentences(replaced("url" in launch ? launch.headers : launch.settings)),
    install: {
      words: "Add to Cursor",
      href: `cursor://anysphere.cursor-deeplink/mcp/install?name=${server}&config=${encoded}`,
    },
  };
}

/** VS Code asks the user for missing values and does not write them to the file. */
function asked(settings: readonly Setting[]) {
  const idOf = ({ name }: Setting) => name.toLowerCase().replaceAll("_", "-");
  const shownValue = (setting: Setting) => {
    const bearer = setting.value.startsWith("Bearer ") ? "Bearer " : "";
    return setting.isOpen ? `${bearer}\${input:${idOf(setting)}}` : setting.value;
  };
  const values = Object.fromEntries(settings.map((setting) => [setting.name, shownValue(setting)]));
  const inputs = settings
    .filter(({ isOpen }) => isOpen)
    .map((setting) => ({ type: "promptString", id: idOf(setting), description: setting.name, password: true }));
  return { values, ...(inputs.length > 0 ? { inputs } : {}) };
}

function vsCode(server: string, launch: LocalLaunch | RemoteLaunch): Snippet {
  const { values, ...inputs } = asked("url" in launch ? launch.headers : launch.settings);
  const isSet = Object.keys(values).length > 0;
  const config =
    "url" in launch
      ? { type: launch.transport, url: launch.url, ...(isSet ? { headers: values } : {}) }
      : { type: "stdio", ...configured(launch), ...(isSet ? { env: values } : {}) };
  return {
    name: "VS Code",
    says: "Add this to .vscode/mcp.json in your project.",
    code: json({ ...inputs, servers: { [server]: config } }),
    syntax: "json",
    note: "inputs" in inputs ? "VS Code asks for the values when it starts the server." : "",
    install: {
      words: "Add to VS Code",
      href: `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: server, ...config, ...inputs }))}`,
    },
  };
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

const HELLO = {
  first: {
    jsonrpc: "2.0",
    id: 1,
    method: "message/send",
    params: { message: { role: "user", messageId: "1", parts: [{ kind: "text", text: "Hello" }] } },
  },
  present: {
    jsonrpc: "2.0",
    id: 1,
    method: "SendMessage",
    params: { message: { role: "ROLE_USER", messageId: "1", parts: [{ text: "Hello" }] } },
  },
};

/** Returns the command for an A2A agent's card and, if the agent supports JSON-RPC, a first message to it. */
function a2a({ endpoints, capability_manifest }: Connectable): Snippet[] {
  const usable = endpoints.filter(({ protocol, url }) => protocol === "a2a" && isConnectAddress(url));
  const endpoint = usable.find(({ transport }) => transport === "JSONRPC") ?? usable[0];
  if (!endpoint) return [];
  const card = `curl -s ${new URL("/.well-known/agent-card.json", endpoint.url).href}`;
  const isPresent = Card.parse(capability_manifest).supportedInterfaces.length > 0;
  const message = JSON.stringify(isPresent ? HELLO.present : HELLO.first);
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
