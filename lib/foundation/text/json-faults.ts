/** A fault with the path to it. The message is the end of a sentence that begins with the path. */
export interface JsonFault {
  path: (string | number)[];
  message: string;
}

interface Open {
  /** The names of an object's members so far; undefined in an array. */
  names: Set<string> | undefined;
  /** The name or the index of the present item. */
  item: string | number;
}

const [SPACE, QUOTE, COMMA, MINUS, ZERO, NINE, BACKSLASH] = [0x20, 0x22, 0x2c, 0x2d, 0x30, 0x39, 0x5c];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** A double keeps every number with so many digits (DBL_DIG of C), unless it is extremely large or small. */
const KEPT_DIGITS = 15;
/** With such a mantissa and at most this power of ten, a number is not extreme. */
const KEPT_EXPONENT = 290;
/** The path of a deeper fault ends there. */
const MAX_PATH = 32;
const CHANGES = "would change, because numbers are stored as doubles. Send it as a string";

function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); ; end = json.indexOf('"', end + 1)) {
    let escapes = 0;
    while (json.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
}

/** Returns the index after the number. */
function endOfNumber(json: string, start: number): number {
  const isPart = (code: number) => code > SPACE && code !== COMMA && code !== CLOSE_ARRAY && code !== CLOSE_OBJECT;
  let end = start + 1;
  while (isPart(json.charCodeAt(end))) end += 1;
  return end;
}

/** Returns the decimal value of a number without a sign: its digits as an integer, and the power of ten. */
function decimalOf(text: string): string {
  const [mantissa = "", exponent = "0"] = text.split(/e/i);
  const [whole = "", fraction = ""] = mantissa.split(".");
  const digits = whole + fraction;
  let [start, end] = [0, digits.length];
  while (digits.charCodeAt(start) === ZERO) start += 1;
  while (end > start && digits.charCodeAt(end - 1) === ZERO) end -= 1;
  return start === end ? "0" : `${digits.slice(start, end)}e${Number(exponent) + whole.length - end}`;
}

/**
 * Returns the value with 17 digits below a double in the middle of two such values. JavaScript writes the upper one, and
 * C the one that ends in an even digit.
 */
function lowerFormOf(double: number): string | undefined {
  const [digits = "", exponent] = double.toExponential(17).split("e");
  const exact = `${digits}${"0".repeat(82)}e${exponent}`;
  return digits.endsWith("5") && exact === double.toExponential(99) ? `${digits.slice(0, -1)}e${exponent}` : undefined;
}

/**
 * Returns whether a double keeps a number: its value is that of the double's shortest form, which JavaScript writes, or
 * of its form with 17 digits, which C writes (`%.17g`).
 */
function isKept(text: string): boolean {
  const mark = text.search(/e/i);
  const power = mark < 0 ? 0 : Number(text.slice(mark + 1));
  if ((mark < 0 ? text.length : mark) <= KEPT_DIGITS && Math.abs(power) <= KEPT_EXPONENT) return true;
  const unsigned = text.startsWith("-") ? text.slice(1) : text;
  const double = Number(unsigned);
  if (String(double) === unsigned) return true;
  const rounded = double.toPrecision(17);
  if (rounded === unsigned) return true;
  const value = decimalOf(unsigned);
  return [String(double), rounded, lowerFormOf(double)].some((form) => form !== undefined && decimalOf(form) === value);
}

/**
 * Finds what JSON parsers read differently (I-JSON, RFC 7493, 2.2 and 2.3): a number that a double does not keep, or two
 * members of one object with the same name. Takes linear time, at any depth.
 * @param json valid JSON
 */
export function faultInJson(json: string): JsonFault | undefined {
  const open: Open[] = [];
  let inner: Open | undefined;
  /** Whether the next string is a name, if it is in an object. */
  let isName = false;
  const fault = (message: string) => ({ path: open.slice(0, MAX_PATH).map(({ item }) => item), message });
  for (let index = 0; index < json.length; index += 1) {
    const code = json.charCodeAt(index);
    if (code === QUOTE) {
      const end = endOfString(json, index);
      if (isName && inner?.names) {
        const written = json.slice(index + 1, end);
        const name = written.includes("\\") ? (JSON.parse(`"${written}"`) as string) : written;
        inner.item = name;
        if (inner.names.has(name)) return fault("must occur only once");
        inner.names.add(name);
      }
      isName = false;
      index = end;
    } else if (code === COMMA) {
      isName = true;
      if (typeof inner?.item === "number") inner.item += 1;
    } else if ((code >= ZERO && code <= NINE) || code === MINUS) {
      const end = endOfNumber(json, index);
      if (!isKept(json.slice(index, end))) return fault(CHANGES);
      index = end - 1;
    } else if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
      isName = true;
      inner = { names: code === OPEN_OBJECT ? new Set() : undefined, item: 0 };
      open.push(inner);
    } else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) {
      open.pop();
      inner = open.at(-1);
    }
  }
  return undefined;
}
