import { z } from "zod";
import { parseAddress, parseRange } from "./addresses";
import { isLoopbackHost } from "./loopback";
import { parseVerifierKey } from "./verifier-key";

export const text = z.string().trim().min(1);
export const flag = z.enum(["0", "1"]).transform((value) => value === "1");
export const seconds = (maximum = 600) => z.coerce.number().min(0.1).max(maximum);

/** The address of a database, of Redis or of a mail server. */
export const server = (schemes: readonly string[], example: string) =>
  z.string().refine((value) => parseAddress(value, schemes) !== null, `must be an address such as ${example}`);

/** Returns whether a text is a web address whose parts are all allowed. It may never contain a user or a password. */
export function isWebAddress(
  value: string,
  allowed: readonly ("path" | "query")[],
  schemes = ["http", "https"],
): boolean {
  const url = parseAddress(value, schemes);
  if (url === null || url.username !== "" || url.password !== "" || value.includes("#")) return false;
  return (allowed.includes("path") || url.pathname === "/") && (allowed.includes("query") || !value.includes("?"));
}

const LEFT_OUT = { path: "path, ", query: "query, " };
export const PARTS = ["path", "query"] as const;

/** A web address. Its error names the parts that it must not have. */
export const web = (example: string, ...allowed: ("path" | "query")[]) => {
  const refused = PARTS.filter((part) => !allowed.includes(part)).map((part) => LEFT_OUT[part]);
  const error = `must be an address such as ${example}, without ${refused.join("")}fragment, user and password`;
  return z.string().refine((value) => isWebAddress(value, allowed), error);
};

/** A list in one text, separated by commas. */
export const list = <Item extends z.ZodType<unknown, string>>(item: Item) =>
  z
    .string()
    .default("")
    .transform((items) => items.split(",").flatMap((each) => each.trim() || []))
    .pipe(z.array(item));

/** A registry's identifier (ARD v0.91, 4.2.1). */
const ARD_IDENTIFIER = /^urn:air:[A-Za-z0-9.-]+(?::[A-Za-z0-9._-]+)+$/;

export function isArdPeer(text: string): boolean {
  const [identifier = "", ...address] = text.split("=");
  return ARD_IDENTIFIER.test(identifier) && isWebAddress(address.join("="), ["path"]);
}

export const AllowedRange = z.string().transform((text, ctx) => {
  const range = parseRange(text);
  if (range !== null) return range;
  ctx.addIssue({
    code: "custom",
    message: "must be a comma-separated list of CIDRs with a port, such as 10.0.0.0/8:8443",
  });
  return z.NEVER;
});

/** Returns whether an issuer's address is one (OpenID Connect Discovery, 3): https, or http on this machine. */
export function isIssuer(text: string): boolean {
  if (!isWebAddress(text, ["path"])) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === "https:" || isLoopbackHost(hostname);
}

const RoleName = z.enum(["viewer", "reviewer", "operator", "owner"]);

export const RoleOfValue = z.string().transform((text, ctx) => {
  // A value may contain the sign, such as cn=staff.
  const at = text.lastIndexOf("=");
  const value = text.slice(0, Math.max(at, 0)).trim();
  const { data: role } = RoleName.safeParse(text.slice(at + 1).trim());
  if (value !== "" && role !== undefined) return { value, role };
  ctx.addIssue({
    code: "custom",
    message:
      "must be a comma-separated list such as staff=operator, with the roles viewer, reviewer, operator and owner",
  });
  return z.NEVER;
});

/** The key of a log that this service witnesses. */
export const WitnessedLog = z.string().transform((text, ctx) => {
  const key = parseVerifierKey(text, "log");
  if (key !== null) return key;
  ctx.addIssue({ code: "custom", message: "must be a comma-separated list of verifier keys of logs, name+id+key" });
  return z.NEVER;
});

const Witness = z.string().transform((text, ctx) => {
  const [vkey = "", url = "", ...more] = text.split(/\s+/);
  const key = parseVerifierKey(vkey, "witness");
  if (key !== null && isWebAddress(url, ["path"]) && more.length === 0) return { key, url: url.replace(/\/$/, "") };
  ctx.addIssue({
    code: "custom",
    message: "must be a list such as name+id+key https://witness.example/witness, with verifier keys of type 4",
  });
  return z.NEVER;
});

/** Witnesses with their addresses, separated by commas or line ends. */
export const Witnesses = z
  .string()
  .default("")
  .transform((text) => text.split(/[,\n]/).flatMap((each) => each.trim() || []))
  .pipe(z.array(Witness))
  .refine((all) => new Set(all.map(({ key }) => `${key.raw}`)).size === all.length, "must have each key once");
