import canonicalize from "canonicalize";
import { ownValue } from "@/lib/foundation/own-values";
import { CARD, type Message } from "./card-messages";

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isEmptyObject = (value: unknown) => isObject(value) && Object.keys(value).length === 0;
const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;
const isUnset = (value: unknown) => value === "" || value === null || isEmptyList(value);
const isDefault = (value: unknown) => isUnset(value) || value === false;

/**
 * Returns a value without the default values of its message. Values of other types than the message's stay unchanged.
 * @param unknown whether fields that A2A does not define stay, unless they are empty
 */
function specified(value: unknown, message: Message, unknown: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => specified(item, message, unknown));
  if (!isObject(value)) return value;
  const kept = Object.entries(value).flatMap(([name, given]): [string, unknown][] => {
    const field = ownValue(message, name);
    if (!field) return unknown && !isUnset(given) ? [[name, given]] : [];
    const { stays, of, mapOf } = field;
    if (!stays && (isDefault(given) || (mapOf && isEmptyObject(given)))) return [];
    if (of) return [[name, specified(given, of, unknown)]];
    if (!mapOf || !isObject(given)) return [[name, given]];
    const items = Object.entries(given).map(([key, item]) => [key, specified(item, mapOf, unknown)]);
    return [[name, Object.fromEntries(items)]];
  });
  return Object.fromEntries(kept);
}

/** Leaves out everything empty, as A2A's SDKs do. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty).filter((item) => !isUnset(item) && !isEmptyObject(item));
  if (!isObject(value)) return value;
  const kept = Object.entries(value).flatMap(([name, given]): [string, unknown][] => {
    const cleaned = withoutEmpty(given);
    return isUnset(cleaned) || isEmptyObject(cleaned) ? [] : [[name, cleaned]];
  });
  return Object.fromEntries(kept);
}

/** Writes a number as Python writes a float, such as `1.0` and `1e-05`. */
function pythonNumber(value: number): string {
  const [digits = "", exponent = 0] = value.toExponential().split("e");
  const power = Number(exponent);
  if (power < -4 || power >= 16) {
    return `${digits}e${power < 0 ? "-" : "+"}${String(Math.abs(power)).padStart(2, "0")}`;
  }
  if (Object.is(value, -0)) return "-0.0";
  return Number.isInteger(value) ? `${value}.0` : String(value);
}

/** Writes a text as Python does: everything beyond printable ASCII is escaped. */
const pythonText = (text: string) =>
  JSON.stringify(text).replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** Returns what `json.dumps` of Python makes of a value, with the options of A2A's SDK. Keys are in order of code points. */
function pythonJson(value: unknown): string {
  if (typeof value === "number") return pythonNumber(value);
  if (typeof value === "string") return pythonText(value);
  if (Array.isArray(value)) return `[${value.map(pythonJson).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.entries(value)
    .toSorted(([one], [other]) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
    .map(([name, given]) => `${pythonText(name)}:${pythonJson(given)}`);
  return `{${members.join(",")}}`;
}

const urlsIn = (list: unknown = []) => [list].flat().map((each) => (isObject(each) ? each["url"] : each));

/** Returns whether the addresses of A2A 0.3, which some forms leave out, are all in `supportedInterfaces`, which none does. */
function repeatsAddresses({ url, additionalInterfaces, supportedInterfaces }: Json): boolean {
  const kept = new Set(urlsIn(supportedInterfaces));
  return [...(url === undefined ? [] : [url]), ...urlsIn(additionalInterfaces)].every((each) => kept.has(each));
}

/**
 * Returns the forms that a card's signatures may cover, always without `signatures`: canonical JSON (RFC 8785) without
 * default values (A2A 1.0, 8.4.1), once without and once with fields that A2A does not define; what A2A's SDKs for
 * JavaScript and Python sign; and the whole card, as before 1.0. The SDKs drop unknown fields. The one for JavaScript
 * also drops `securitySchemes` from a card that it has read, and the one for Python escapes and writes numbers in its
 * own way. All forms contain the same name, addresses, capabilities and skills: if a field of A2A 0.3 has another address,
 * only the forms with all fields count.
 */
export function signedFormsOf({ signatures: _, ...card }: Json): string[] {
  const canonical = (form: unknown) => canonicalize(form) ?? "";
  const whole = [specified(card, CARD, true), card].map(canonical);
  if (!repeatsAddresses(card)) return [...new Set(whole)];
  const known = specified(card, CARD, false);
  const bySdk = withoutEmpty(known) as Json;
  const { securitySchemes: __, ...byTypedSdk } = bySdk;
  return [...new Set([canonical(known), ...whole, canonical(bySdk), canonical(byTypedSdk), pythonJson(bySdk)])];
}
