import { BOUNDS } from "@/lib/bounds";

/** Maximum number of packages, of addresses and of the inputs of each that are read. */
const MAX_PACKAGES = 20;
const MAX_INPUTS = 50;

type Fields = Readonly<Record<string, unknown>>;

const camelCase = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Returns an object's members, with their present names in `server.json`: until 2025-09 they had underscores. */
function fieldsOf(value: unknown): Fields | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const names = Object.keys(value);
  if (!names.some((name) => name.includes("_"))) return value as Fields;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [camelCase(name), each]));
}

/** Returns a text up to its bound; "" for a longer one and for any other value. */
const text = (value: unknown, maximum: number) => (typeof value === "string" && value.length <= maximum ? value : "");

/** Returns what `read` makes of the first items of a list. */
function listOf<T>(value: unknown, maximum: number, read: (fields: Fields) => T | undefined): T[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, maximum).flatMap((item) => {
    const fields = fieldsOf(item);
    const made = fields && read(fields);
    return made === undefined ? [] : [made];
  });
}

/** Leaves out empty values. */
function stated<T extends object>(fields: T): Partial<T> {
  const said = Object.entries(fields).filter(
    ([, value]) => value !== "" && value !== false && !(Array.isArray(value) && value.length === 0),
  );
  return Object.fromEntries(said) as Partial<T>;
}

/** A value that the user of a package gives, or that is fixed: an argument, an environment variable or a header. */
export interface McpInput {
  type: string;
  name: string;
  description: string;
  value: string;
  default: string;
  valueHint: string;
  isRequired: boolean;
  isSecret: boolean;
}

const readInputs = (list: unknown): McpInput[] =>
  listOf(list, MAX_INPUTS, (fields) => ({
    type: text(fields["type"], BOUNDS.name),
    name: text(fields["name"], BOUNDS.name),
    description: text(fields["description"], BOUNDS.description),
    value: text(fields["value"], BOUNDS.line),
    default: text(fields["default"], BOUNDS.line),
    valueHint: text(fields["valueHint"], BOUNDS.name),
    isRequired: fields["isRequired"] === true,
    isSecret: fields["isSecret"] === true,
  }));

/** A package of an MCP server, with the present field names. "" and [] mean that nothing is given. */
export interface McpPackage {
  registryType: string;
  registryBaseUrl: string;
  identifier: string;
  version: string;
  fileSha256: string;
  transport: { type: string };
  environmentVariables: McpInput[];
  packageArguments: McpInput[];
  runtimeArguments: McpInput[];
}

/** Reads the packages of a `server.json` of any age. Leaves out items that are no objects. */
export const readPackages = (list: unknown): McpPackage[] =>
  listOf(list, MAX_PACKAGES, (fields) => ({
    // `registryName` and `name` until mid-2025.
    registryType: text(fields["registryType"], BOUNDS.name) || text(fields["registryName"], BOUNDS.name),
    registryBaseUrl: text(fields["registryBaseUrl"], BOUNDS.address),
    identifier: text(fields["identifier"], BOUNDS.address) || text(fields["name"], BOUNDS.address),
    version: text(fields["version"], BOUNDS.version),
    fileSha256: text(fields["fileSha256"], BOUNDS.identifier),
    transport: { type: text(fieldsOf(fields["transport"])?.["type"], BOUNDS.name) || "stdio" },
    environmentVariables: readInputs(fields["environmentVariables"]),
    packageArguments: readInputs(fields["packageArguments"]),
    runtimeArguments: readInputs(fields["runtimeArguments"]),
  }));

/** An address of an MCP server. */
export interface McpRemote {
  type: string;
  url: string;
  headers: McpInput[];
}

/** Reads the addresses of a `server.json` of any age. Leaves out items without an address. */
export const readRemotes = (list: unknown): McpRemote[] =>
  listOf(list, MAX_PACKAGES, (fields) => {
    const url = text(fields["url"], BOUNDS.address);
    const type = text(fields["type"], BOUNDS.name) || text(fields["transportType"], BOUNDS.name);
    return url === "" ? undefined : { type, url, headers: readInputs(fields["headers"]) };
  });

/** Returns a package as a manifest keeps it, without empty values. */
export function keptPackage({ environmentVariables, packageArguments, runtimeArguments, ...rest }: McpPackage) {
  return stated({
    ...rest,
    environmentVariables: environmentVariables.map(stated),
    packageArguments: packageArguments.map(stated),
    runtimeArguments: runtimeArguments.map(stated),
  });
}

/** Returns an address as a manifest keeps it, without empty values. */
export function keptRemote({ headers, ...rest }: McpRemote) {
  return stated({ ...rest, headers: headers.map(stated) });
}
