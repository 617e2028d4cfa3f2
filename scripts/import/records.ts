import { readFile, stat } from "node:fs/promises";
import { listedRecords } from "@/lib/agents/sources/recognise";
import { refuseUnstorable } from "@/lib/api/json";
import { reasonOf } from "../reason";
import { decode, MAX_TEXT_BYTES, readLines } from "./lines";

/** Where a record stands: the line of a list of lines (from 1), the index in a list that one value holds (from 0). */
export interface Place {
  file: string;
  line?: number;
  index?: number;
}

/** A record, or why none could be read there. */
export type Found = { place: Place; record: unknown } | { place: Place; reason: string };

function found(place: Place, record: unknown, maxRecordBytes: number): Found {
  try {
    refuseUnstorable(record);
  } catch (error) {
    return { place, reason: reasonOf(error) };
  }
  const bytes = Buffer.byteLength(JSON.stringify(record));
  return bytes > maxRecordBytes ? { place, reason: `larger than ${maxRecordBytes} bytes` } : { place, record };
}

/** A value is one record, or a list of them. */
function* recordsOf(place: Place, value: unknown, maxRecordBytes: number): Generator<Found> {
  const list = listedRecords(value);
  if (!list) yield found(place, value, maxRecordBytes);
  for (const [index, record] of (list ?? []).entries()) yield found({ ...place, index }, record, maxRecordBytes);
}

/** @returns the value in a holder, since it may be anything; undefined where the text is not JSON */
function parse(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

async function opensWithJson(file: string): Promise<boolean> {
  for await (const { text } of readLines(file)) return text !== null && parse(text) !== undefined;
  return true;
}

async function readDocument(file: string): Promise<{ value: unknown } | undefined> {
  const { size } = await stat(file);
  if (size > MAX_TEXT_BYTES) return undefined;
  try {
    return parse(decode(await readFile(file)));
  } catch {
    return undefined;
  }
}

/**
 * Reads a file's records. Its first line decides: where that is a JSON value by itself, each line is one; else the
 * whole file is, and where it is none and its name does not end in `.json`, it is a list of lines with a broken first.
 * A value is a record, an array of records, or `{ servers: […] }`. The API's limits on a body hold for a record, too.
 * @param onRead told how many bytes of the file have been read
 */
export async function* readRecords(
  file: string,
  maxRecordBytes: number,
  onRead: (bytes: number) => void,
): AsyncGenerator<Found> {
  if (!(await opensWithJson(file))) {
    const document = await readDocument(file);
    if (document) return yield* recordsOf({ file }, document.value, maxRecordBytes);
    if (file.endsWith(".json")) return yield { place: { file }, reason: "not JSON, or too large to be read at once" };
  }
  for await (const { number, text, reason } of readLines(file, onRead)) {
    const place = { file, line: number };
    const parsed = text === null ? undefined : parse(text);
    if (parsed) yield* recordsOf(place, parsed.value, maxRecordBytes);
    else yield { place, reason: reason || "not JSON" };
  }
}
