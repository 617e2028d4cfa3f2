import { BOUNDS } from "@/lib/foundation/bounds";
import { keepsBounds } from "../manifest-bounds";

/** How many packages, addresses, and inputs of each are read. */
interface ReadLimits {
  packages: number;
  inputs: number;
}
/** For pages, which read a manifest at each view. */
const FOR_VIEW: ReadLimits = { packages: 8, inputs: 40 };
/** For an import, which keeps everything. */
export const WHOLE: ReadLimits = { packages: BOUNDS.items, inputs: BOUNDS.items };

type Fields = Readonly<Record<string, unknown>>;

const camelCase = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Returns an object's members, with their present names in `server.json`: until 2025-09 they had underscores. */
function fieldsOf(value: unknown): Fields | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  for (const name in value) {
    if (!name.includes("_")) continue;
    return Object.fromEntries(Object.entries(value).map(([each, said]) => [camelCase(each), said]));
  }
  return value as Fields;
}

/** Returns a text; "" for any other value. */
const text = (value: unknown) => (typeof value === "string" ? value : "");

/** Returns what `read` makes of the objects in a list. null leaves one out. */
function itemsOf<T>(list: unknown, read: (fields: Fields) => T | null): T[] {
  const made: T[] = [];
  for (const item of Array.isArray(list) ? list : []) {
    const fields = fieldsOf(item);
    const one = fields === undefined ? null : read(fields);
    if (one !== null) made.push(one);
  }
  return made;
}

const firstOf = (list: unknown, maximum: number) => (Array.isArray(list) ? list.slice(0, maximum) : list);

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

/** Reads a list of inputs. Returns null if it has more than are read. */
function readInputs(list: unknown, { inputs }: ReadLimits): McpInput[] | null {
  if (Array.isArray(list) && list.length > inputs) return null;
  return itemsOf(list, (fields) => ({
    type: text(fields["type"]),
    name: text(fields["name"]),
    description: text(fields["description"]),
    value: text(fields["value"]),
    default: text(fields["default"]),
    valueHint: text(fields["valueHint"]),
    isRequired: fields["isRequired"] === true,
    isSecret: fields["isSecret"] === true,
  }));
}

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

/**
 * Reads the packages of a `server.json` of any age. Leaves out items that are no objects, and packages that break a bound
 * or a limit.
 */
export const readPackages = (list: unknown, limits = FOR_VIEW): McpPackage[] =>
  itemsOf(firstOf(list, limits.packages), (fields) => {
    // Stored before its bound: without the part that is too long, it would be another package.
    if (!keepsBounds(fields)) return null;
    const environmentVariables = readInputs(fields["environmentVariables"], limits);
    const packageArguments = readInputs(fields["packageArguments"], limits);
    const runtimeArguments = readInputs(fields["runtimeArguments"], limits);
    if (environmentVariables === null || packageArguments === null || runtimeArguments === null) return null;
    return {
      // `registryName` and `name` until mid-2025.
      registryType: text(fields["registryType"]) || text(fields["registryName"]),
      registryBaseUrl: text(fields["registryBaseUrl"]),
      identifier: text(fields["identifier"]) || text(fields["name"]),
      version: text(fields["version"]),
      fileSha256: text(fields["fileSha256"]),
      transport: { type: text(fieldsOf(fields["transport"])?.["type"]) || "stdio" },
      environmentVariables,
      packageArguments,
      runtimeArguments,
    };
  });

/** An address of an MCP server. */
export interface McpRemote {
  type: string;
  url: string;
  headers: McpInput[];
}

/**
 * Reads the addresses of a `server.json` of any age. Leaves out items without an address, and those that break a bound or
 * a limit.
 */
export const readRemotes = (list: unknown, limits = FOR_VIEW): McpRemote[] =>
  itemsOf(firstOf(list, limits.packages), (fields) => {
    const url = text(fields["url"]);
    const headers = readInputs(fields["headers"], limits);
    if (url === "" || headers === null || !keepsBounds(fields)) return null;
    return { type: text(fields["type"]) || text(fields["transportType"]), url, headers };
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
