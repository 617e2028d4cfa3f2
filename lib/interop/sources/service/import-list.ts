import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { type Context, charged } from "@/lib/authority/context";
import { importAgent, planImport } from "@/lib/features/agents/service/import";
import { BOUNDS, LIST_BOUNDS } from "@/lib/foundation/bounds";
import { settings } from "@/lib/foundation/env";
import { invalid } from "@/lib/foundation/errors";
import { cut } from "@/lib/foundation/text/cut";
import { actorName, authorize } from "@/lib/identity/permissions";
import { appendWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import { listOf } from "../lists/lines";
import { readRecords } from "../lists/records";
import { emptyReport, printable, type Report, sortReport } from "../lists/report";
import { runImport } from "../lists/run";
import type { ListForm, PreviewedList } from "../schema";
import type { ListPreview } from "../view";

/** Fewer than in the command, because requests need connections to the database too. */
const AT_ONCE = 2;

/** Room for the other fields of the form that sends a previewed list back. */
const FORM_BYTES = 16_384;

const PASTED = "pasted text";

/** The first bytes of files that contain other files, compressed. */
const ARCHIVES = { gzip: [0x1f, 0x8b], zip: [0x50, 0x4b, 0x03, 0x04] };

interface Upload {
  name: string;
  bytes: Buffer;
  members: boolean;
  /** The field that it came in; absent once it was previewed. */
  field?: "file" | "text";
}

const tooLong = (what: string) => `${what} Split it, or use npm run import.`;

/** Rejects what would need much time or memory to be parsed, before it is parsed. @throws ServiceError `invalid` */
function assertReadable({ bytes, ...about }: Upload): void {
  if (Object.values(ARCHIVES).some((start) => start.every((byte, at) => bytes[at] === byte))) {
    throw invalid("The file is compressed. Unpack it, and choose the file inside.", about);
  }
  if (bytes.length > LIST_BOUNDS.bytes) throw invalid(tooLong("The list has more than 8 MB."), about);
  let parts = 0;
  charged(() => {
    // A comma, an opening bracket or brace, a line feed.
    for (const byte of bytes) if (byte === 0x2c || byte === 0x5b || byte === 0x7b || byte === 0x0a) parts += 1;
  });
  if (parts > LIST_BOUNDS.parts) throw invalid(tooLong("The list has too many parts."), about);
}

/** Counts the records, before anything is looked up or stored. @throws ServiceError `invalid` */
async function assertFewEnough({ name, bytes, ...about }: Upload): Promise<void> {
  let records = 0;
  for await (const _ of readRecords(listOf(name, bytes), settings().MAX_BODY_BYTES, () => {})) {
    records += 1;
    if (records > LIST_BOUNDS.records) {
      const most = LIST_BOUNDS.records.toLocaleString("en");
      throw invalid(tooLong(`The list has more than ${most} records.`), about);
    }
  }
}

let last: Promise<unknown> = Promise.resolve();

/** Runs work after all earlier work, so only one list at a time uses memory. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const result = last.then(work);
  last = result.catch(() => {});
  return result;
}

/** Reads a list with the code of the command. @param verb what happens with each record */
async function readList(ctx: Context, upload: Upload, verb: typeof planImport, report: Report): Promise<void> {
  const { name, bytes, members } = upload;
  assertReadable(upload);
  await assertFewEnough(upload);
  await runImport(
    {
      lists: [listOf(name, bytes)],
      atOnce: AT_ONCE,
      maxRecordBytes: settings().MAX_BODY_BYTES,
      importOne: (input, source) => verb(ctx, input, source, { members }),
    },
    report,
  );
  sortReport(report, [name]);
}

async function pack({ bytes, ...about }: Upload): Promise<string> {
  const packed = (await promisify(gzip)(bytes)).toString("base64");
  // A list that was not made to be long is a tenth of that.
  if (packed.length > LIST_BOUNDS.bytes - FORM_BYTES)
    throw invalid(tooLong("The list is too long for one form."), about);
  return packed;
}

async function unpack(packed: string): Promise<Buffer> {
  try {
    return await promisify(gunzip)(Buffer.from(packed, "base64"), { maxOutputLength: LIST_BOUNDS.bytes });
  } catch {
    throw invalid("The list arrived damaged, so nothing was imported. Preview it again.");
  }
}

/**
 * Returns what the import of a list would do now, and the list for the form that confirms it. Stores nothing.
 * @throws ServiceError `invalid` at `file` or `text` if the list is too long or compressed
 */
export async function previewList(ctx: Context, { file, text = "", members }: ListForm): Promise<ListPreview> {
  authorize(ctx.caller, "source.manage");
  const name = file ? cut(printable(file.name), BOUNDS.identifier) : PASTED;
  return inTurn(async () => {
    const bytes = file ? Buffer.from(await file.arrayBuffer()) : Buffer.from(text);
    const upload: Upload = { name, bytes, members, field: file ? "file" : "text" };
    const report = emptyReport(true);
    await readList(ctx, upload, planImport, report);
    return { name, members, report, packed: await pack(upload) };
  });
}

/** Logs what an operator imported. What was stored before a failure counts too. */
async function record(ctx: Context, { bytes, members }: Upload, { totals }: Report): Promise<void> {
  const { registered, updated } = totals;
  if (registered + updated === 0) return;
  const subject = `list:${createHash("sha256").update(bytes).digest("hex")}`;
  const details = { registered, updated, ...(members ? { members } : {}) };
  const act = { kind: "source.imported", actor: actorName(ctx.caller), subject, details };
  await ctx.db.transaction((tx) => appendWithin(tx, COUNCIL_LOG, act, ctx.clock()));
}

/**
 * Imports a list that was previewed. Each record is decided as it is now, which may differ from the preview.
 * @throws ServiceError `invalid` if it arrived damaged. If the database fails, the import can be repeated
 */
export async function importList(ctx: Context, { name, packed, members }: PreviewedList): Promise<Report> {
  authorize(ctx.caller, "source.manage");
  return inTurn(async () => {
    const upload = { name, bytes: await unpack(packed), members };
    const report = emptyReport(false);
    try {
      await readList(ctx, upload, importAgent, report);
    } finally {
      await record(ctx, upload, report);
    }
    return report;
  });
}
