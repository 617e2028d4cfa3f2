import canonicalize from "canonicalize";
import { ownValue } from "@/lib/foundation/own-values";

type Json = Record<string, unknown>;

/**
 * Fields of the A2A 1.0 card that stay in the signed form although they are empty, by the type that contains them. They
 * are REQUIRED, or known to be set.
 */
const STAYS: Readonly<Record<string, readonly string[]>> = {
  card: [
    ...["name", "description", "version", "supportedInterfaces", "capabilities", "skills"],
    ...["defaultInputModes", "defaultOutputModes", "documentationUrl", "iconUrl"],
  ],
  supportedInterfaces: ["url", "protocolBinding", "protocolVersion"],
  provider: ["url", "organization"],
  skills: ["id", "name", "description", "tags"],
  authorizationCode: ["scopes"],
  clientCredentials: ["scopes"],
};
/** Plain booleans. They are false if absent. */
const FLAGS: Readonly<Record<string, readonly string[]>> = {
  extensions: ["required"],
  authorizationCode: ["pkceRequired"],
};
/** Objects that are maps. An empty map is a default value; an empty message was set on purpose. */
const MAPS = ["securitySchemes", "schemes", "scopes"];
/** Fields that may contain any JSON and so have no default values. */
const ANY_JSON = ["params"];

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isEmptyObject = (value: unknown) => isObject(value) && Object.keys(value).length === 0;
const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;
const isUnset = (value: unknown) => value === "" || value === null || isEmptyList(value);

/** Returns the form of the specification: default values are left out, except where they must stay. */
function withoutDefaults(value: unknown, holder: string): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutDefaults(item, holder));
  if (!isObject(value) || ANY_JSON.includes(holder)) return value;
  const kept = Object.entries(value).flatMap(([name, given]): [string, unknown][] => {
    const isDefault =
      isUnset(given) ||
      (isEmptyObject(given) && MAPS.includes(name)) ||
      (given === false && ownValue(FLAGS, holder)?.includes(name));
    return isDefault && !ownValue(STAYS, holder)?.includes(name) ? [] : [[name, withoutDefaults(given, name)]];
  });
  return Object.fromEntries(kept);
}

/** Returns the form that A2A's own SDKs sign: everything empty is left out. */
function withoutEmpty(value: unknown, holder: string): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => withoutEmpty(item, holder)).filter((item) => !isUnset(item) && !isEmptyObject(item));
  }
  if (!isObject(value)) return value;
  const kept = Object.entries(value).flatMap(([name, given]): [string, unknown][] => {
    if (given === false && ownValue(FLAGS, holder)?.includes(name)) return [];
    const cleaned = withoutEmpty(given, name);
    return isUnset(cleaned) || isEmptyObject(cleaned) ? [] : [[name, cleaned]];
  });
  return Object.fromEntries(kept);
}

/**
 * Returns the forms that a card's signatures may cover: canonical JSON (RFC 8785) of the card without `signatures` and
 * without default values (A2A 1.0, 8.4.1). The specification, A2A's SDKs and earlier versions of A2A (which left
 * nothing out) each have their own form. The forms differ only in empty values, so they say the same about an agent. A
 * field that A2A does not define is always signed.
 */
export function signedFormsOf({ signatures: _, ...card }: Json): string[] {
  const forms = [withoutDefaults(card, "card"), withoutEmpty(card, "card"), card];
  return [...new Set(forms.map((form) => canonicalize(form) ?? ""))];
}
