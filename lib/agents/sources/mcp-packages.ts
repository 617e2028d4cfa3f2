import { z } from "zod";

const text = z.string().catch("");
const flag = z.boolean().catch(false);

const camelCase = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Gives the fields of `server.json` their present names. They had underscores until 2025-09. */
function withPresentNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withPresentNames);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [camelCase(name), withPresentNames(each)]));
}

/** Leaves out empty values. */
function stated<T extends object>(fields: T): Partial<T> {
  const said = Object.entries(fields).filter(
    ([, value]) => value !== "" && value !== false && !(Array.isArray(value) && value.length === 0),
  );
  return Object.fromEntries(said) as Partial<T>;
}

/** A value that the user of a package gives, or that is fixed: an argument, an environment variable or a header. */
const Input = z.object({
  type: text,
  name: text,
  description: text,
  value: text,
  default: text,
  valueHint: text,
  isRequired: flag,
  isSecret: flag,
});
export type McpInput = z.infer<typeof Input>;

const inputs = z
  .array(Input.optional().catch(undefined))
  .catch([])
  .transform((list) => list.filter((one) => one !== undefined));

const Package = z.object({
  registryType: text,
  /** `registryType` until mid-2025. */
  registryName: text,
  registryBaseUrl: text,
  identifier: text,
  /** `identifier` until mid-2025. */
  name: text,
  version: text,
  fileSha256: text,
  transport: z.object({ type: text }).catch({ type: "" }),
  environmentVariables: inputs,
  packageArguments: inputs,
  runtimeArguments: inputs,
});

/** A package of an MCP server, with the present field names. "" and [] mean that nothing is given. */
export const McpPackage = z.preprocess(
  withPresentNames,
  Package.transform(({ registryName, name, transport, ...rest }) => ({
    ...rest,
    registryType: rest.registryType || registryName,
    identifier: rest.identifier || name,
    transport: { type: transport.type || "stdio" },
  })),
);
export type McpPackage = z.infer<typeof McpPackage>;

const Remote = z.object({ type: text, transportType: text, url: z.string(), headers: inputs });

/** An address of an MCP server. */
export const McpRemote = z.preprocess(
  withPresentNames,
  Remote.transform(({ type, transportType, ...rest }) => ({ ...rest, type: type || transportType })),
);
export type McpRemote = z.infer<typeof McpRemote>;

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
