import canonicalize from "canonicalize";

type Json = Record<string, unknown>;

/** Fields of A2A 1.0's card that stay although they are empty, by the field that holds them: REQUIRED, or known to be set. */
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
/** Plain booleans, which are false where they are left out. */
const FLAGS: Readonly<Record<string, readonly string[]>> = {
  extensions: ["required"],
  authorizationCode: ["pkceRequired"],
};
/** Objects that are maps: an empty one is a default. An empty message was set on purpose. */
const MAPS = ["securitySchemes", "schemes", "scopes"];
/** What may hold any JSON, which has no defaults. */
const ANY_JSON = ["params"];

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isEmptyObject = (value: unknown) => isObject(value) && Object.keys(value).length === 0;
const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;
const isUnset = (value: unknown) => value === "" || value === null || isEmptyList(value);

/** The form that the specification describes: defaults are left out, but where they must stay. */
function withoutDefaults(value: unknown, holder: string): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutDefaults(item, holder));
  if (!isObject(value) || ANY_JSON.includes(holder)) return value;
  const kept = Object.entries(value).flatMap(([name, given]): [string, unknown][] => {
    const isDefault =
      isUnset(given) ||
      (isEmptyObject(given) && MAPS.includes(name)) ||
      (given === false && FLAGS[holder]?.includes(name));
    return isDefault && !STAYS[holder]?.includes(name) ? [] : [[name, withoutDefaults(given, name)]];
  });
  return Object.fromEntries(kept);
}

/** The form that A2A's own SDKs sign: nothing that is empty is left anywhere. */
function withoutEmpty(value: unknown, holder: string): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => withoutEmpty(item, holder)).filter((item) => !isUnset(item) && !isEmptyObject(item));
  }
  if (!isObject(value)) return value;
  const kept = Object.entries(value).flatMap(([name, given]): [string, unknown][] => {
    if (given === false && FLAGS[holder]?.includes(name)) return [];
    const cleaned = withoutEmpty(given, name);
    return isUnset(cleaned) || isEmptyObject(cleaned) ? [] : [[name, cleaned]];
  });
  return Object.fromEntries(kept);
}

/**
 * What the signatures of a card may be over: canonical JSON (RFC 8785) of the card without `signatures` and without
 * defaults (A2A 1.0, 8.4.1), as the specification, A2A's SDKs, or earlier versions of A2A, which left nothing out, have
 * it. They say the same of an agent: only what is empty differs. A field that A2A does not name is always signed.
 */
export function signedFormsOf({ signatures: _, ...card }: Json): string[] {
  const forms = [withoutDefaults(card, "card"), withoutEmpty(card, "card"), card];
  return [...new Set(forms.map((form) => canonicalize(form) ?? ""))];
}
