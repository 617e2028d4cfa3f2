import { buffer } from "node:stream/consumers";
import { charged } from "@/lib/authority/context";
import { listedRecords } from "@/lib/features/agents/manifests/recognise";
import { reasonOf } from "@/lib/foundation/reason";
import { decodeText } from "@/lib/foundation/text/utf8";
import { assertStorable } from "@/lib/http/untrusted-json";
import { elementTexts } from "../element-texts";
import { type List, MAX_TEXT_BYTES, readLines } from "./lines";
import type { Place } from "./place";

/** With white space a record may be longer than the API's limit, up to this bound. */
const MAX_SOURCE_BYTES = 1024 * 1024;

/** A record with its bytes, or the reason why none could be read. */
export type Found = { place: Place; record: unknown; bytes: Uint8Array } | { place: Place; reason: string };

/** A JSON value, with its text. */
interface Document {
  bytes: Uint8Array;
  text: string;
  value: unknown;
}

function found(place: Place, record: unknown, source: Uint8Array, maxRecordBytes: number): Found {
  try {
    assertStorable(record);
  } catch (error) {
    return { place, reason: reasonOf(error) };
  }
  const bytes = Buffer.byteLength(JSON.stringify(record));
  if (bytes > maxRecordBytes) return { place, reason: `larger than ${maxRecordBytes} bytes` };
  if (source.length > MAX_SOURCE_BYTES) return { place, reason: `written in more than ${MAX_SOURCE_BYTES} bytes` };
  return { place, record, bytes: source };
}

/** Yields the records of a value, which is one record or a list of records. */
function* recordsOf(place: Place, { bytes, text, value }: Document, maxRecordBytes: number): Generator<Found> {
  const list = listedRecords(value);
  if (!list) yield found(place, value, bytes, maxRecordBytes);
  const texts = list ? charged(() => elementTexts(text)) : [];
  for (const [index, record] of (list ?? []).entries()) {
    yield found({ ...place, index }, record, Buffer.from(texts[index] ?? ""), maxRecordBytes);
  }
}

/** Parses a document. @returns undefined if the text is not JSON */
function parse(text: string, bytes: Uint8Array): Document | undefined {
  try {
    return { bytes, text, value: charged(() => JSON.parse(text)) };
  } catch {
    return undefined;
  }
}

async function opensWithJson(list: List): Promise<boolean> {
  for await (const { text, bytes } of readLines(list)) return text !== null && parse(text, bytes) !== undefined;
  return true;
}

async function readDocument(list: List): Promise<Document | undefined> {
  if (list.size > MAX_TEXT_BYTES) return undefined;
  try {
    const text = decodeText(await buffer(list.read()));
    return parse(text, Buffer.from(text));
  } catch {
    return undefined;
  }
}

/**
 * Reads a list's records. If the first line is a complete JSON value, each line is one value. Otherwise the whole file
 * is one value. If the whole file is no JSON either, and its name does not end in `.json`, it is read line by line, and
 * the first line is invalid. A value is a record, an array of records, or `{ servers: […] }`. The API's limits for a
 * body also apply to a record. A record's bytes are those of its line, of its file, or of its element in a list.
 * @param onRead called with the number of bytes read so far
 */
export async function* readRecords(
  list: List,
  maxRecordBytes: number,
  onRead: (bytes: number) => void,
): AsyncGenerator<Found> {
  const file = list.name;
  if (!(await opensWithJson(list))) {
    const document = await readDocument(list);
    if (document) return yield* recordsOf({ file }, document, maxRecordBytes);
    if (file.endsWith(".json")) return yield { place: { file }, reason: "not JSON, or too large to be read at once" };
  }
  for await (const { number, text, bytes, reason } of readLines(list, onRead)) {
    const place = { file, line: number };
    const document = text === null ? undefined : parse(text, bytes);
    if (document) yield* recordsOf(place, document, maxRecordBytes);
    else yield { place, reason: reason || "not JSON" };
  }
}
