import { open, readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { settings } from "@/lib/foundation/env";
import { ServiceError } from "@/lib/foundation/errors";
import { log } from "@/lib/foundation/log";
import { reasonOf } from "@/lib/foundation/reason";

/**
 * The kinds of erasures. `anchor`: the content of an anchor. `application`: the address and the purpose of a decided application.
 * `withdrawal`: what only operators could read of a withdrawn one. `report`: the address of a report's sender. `guest`: what a guest sent to an
 * A2A task, and its answers. `redaction`: texts of an act, of an event of the relay, or of an agent's versions.
 */
export const ErasureKind = z.enum(["anchor", "application", "withdrawal", "report", "guest", "redaction"]);
export type ErasureKind = z.infer<typeof ErasureKind>;

/**
 * One erasure. `key` names the row for ever and is no personal data; `before` bounds what of a guest's task was erased,
 * `fields` are those that were redacted, of an agent up to `revision`.
 */
const JournalLine = z.object({
  at: z.iso.datetime(),
  kind: ErasureKind,
  key: z.string().min(1),
  before: z.iso.datetime().optional(),
  fields: z.array(z.string()).optional(),
  revision: z.int().optional(),
});
export type JournalLine = z.infer<typeof JournalLine>;

async function append(file: string, text: string): Promise<void> {
  const journal = await open(path.resolve(file), "a", 0o600);
  try {
    await journal.appendFile(text);
    await journal.sync();
  } finally {
    await journal.close();
  }
}

/** Checks that the journal can be written, and creates it. @throws Error that names the setting */
export async function assertJournal(): Promise<void> {
  const { ERASURES_FILE } = settings();
  if (ERASURES_FILE === undefined) return;
  await append(ERASURES_FILE, "").catch((error: unknown) => {
    throw new Error(`ERASURES_FILE: cannot be written: ${error instanceof Error ? error.message : error}`);
  });
}

/**
 * Writes erasures to the journal, durably, before their transaction commits. So no erasure is without its line; a line may
 * be of an erasure that then failed. Each line begins with a line break, so a torn one damages no other.
 * @throws ServiceError `unavailable`
 */
export async function recordErasures(lines: readonly JournalLine[]): Promise<void> {
  const { ERASURES_FILE } = settings();
  if (ERASURES_FILE === undefined || lines.length === 0) return;
  try {
    await append(ERASURES_FILE, lines.map((line) => `\n${JSON.stringify(line)}`).join(""));
  } catch (error) {
    log().error({ event: "erasure_not_recorded", error: reasonOf(error) }, "the journal of erasures cannot be written");
    throw new ServiceError("unavailable", "The journal of erasures cannot be written, so nothing was erased.");
  }
}

/** Reads a journal. @returns its lines, and the numbers of those that are no erasures, such as torn ones */
export async function readJournal(file: string): Promise<{ lines: JournalLine[]; unreadable: number[] }> {
  const lines: JournalLine[] = [];
  const unreadable: number[] = [];
  for (const [index, text] of (await readFile(file, "utf8")).split("\n").entries()) {
    if (text.trim() === "") continue;
    const parsed = JournalLine.safeParse(parseOrNull(text));
    if (parsed.success) lines.push(parsed.data);
    else unreadable.push(index + 1);
  }
  return { lines, unreadable };
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
