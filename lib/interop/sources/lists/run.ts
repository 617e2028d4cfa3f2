import { setImmediate } from "node:timers/promises";
import { z } from "zod";
import { charged } from "@/lib/authority/context";
import { remedyFor } from "@/lib/database/errors";
import { faultOfShape, registrationOf } from "@/lib/features/agents/manifests/recognise";
import type { RegisterAgent } from "@/lib/features/agents/schema";
import type { ImportOutcome } from "@/lib/features/agents/service/import";
import type { ReadSource } from "@/lib/features/agents/service/store-source";
import { ServiceError } from "@/lib/foundation/errors";
import { reasonOf } from "@/lib/foundation/reason";
import type { List } from "./lines";
import { describePlace, type Place } from "./place";
import { type Found, readRecords } from "./records";
import { type Report, recordOutcome, recordRejection } from "./report";

/** Records between two pauses, in which other work of the thread gets its turn. */
const RECORDS_BETWEEN_PAUSES = 25;

export interface Run {
  lists: List[];
  /** How many records are imported at once. Each uses a connection to the database. */
  atOnce: number;
  maxRecordBytes: number;
  /** Registers one agent, or returns the expected result. */
  importOne: (input: RegisterAgent, source: ReadSource) => Promise<ImportOutcome>;
  /** Called after each record with the number of bytes read so far, of all lists. */
  onProgress?: (bytes: number) => void;
}

/** Returns whether the fault is in the record. Any other error concerns the database, and so every record. */
const isRejection = (error: unknown): boolean =>
  error instanceof z.ZodError || error instanceof ServiceError || remedyFor(error) === "record";

/**
 * Imports every record of every list, several at once, and writes each result into `report`. A record that cannot be
 * registered is rejected, and the others continue. The second of two records with one DID is rejected.
 * @throws the database's error if it failed; `report` then has the results until then
 */
export async function runImport(
  { lists, atOnce, maxRecordBytes, importOne, onProgress = () => {} }: Run,
  report: Report,
): Promise<void> {
  const seen = new Map<string, Place>();
  const running = new Set<Promise<void>>();
  let failure: { error: unknown } | undefined;
  let bytesBefore = 0;
  let bytes = 0;
  let records = 0;

  function registrationIn(item: Found): { input: RegisterAgent; source: ReadSource } | undefined {
    const refuse = (reason: string) => void recordRejection(report, item.place, reason);
    if ("reason" in item) return refuse(item.reason);
    try {
      const registration = charged(() => registrationOf(item.record));
      if (!registration) return refuse(faultOfShape(item.record));
      const { kind, input } = registration;
      const first = seen.get(input.did);
      if (first) return refuse(`${input.did} stands already at ${describePlace(first)}`);
      seen.set(input.did, item.place);
      return { input, source: { kind, bytes: item.bytes } };
    } catch (error) {
      return refuse(reasonOf(error));
    }
  }

  async function importItem(place: Place, input: RegisterAgent, source: ReadSource): Promise<void> {
    try {
      recordOutcome(report, place, input.did, await importOne(input, source));
    } catch (error) {
      const isTaken = error instanceof ServiceError && error.kind === "didTaken";
      if (isRejection(error)) recordRejection(report, place, reasonOf(error), isTaken);
      else failure ??= { error };
    }
    onProgress(bytesBefore + bytes);
  }

  for (const list of lists) {
    const items = readRecords(list, maxRecordBytes, (read) => {
      bytes = read;
    });
    for await (const item of items) {
      records += 1;
      if (records % RECORDS_BETWEEN_PAUSES === 0) await setImmediate();
      const registration = registrationIn(item);
      if (!registration) continue;
      if (running.size >= atOnce) await Promise.race(running);
      if (failure) break;
      const one = importItem(item.place, registration.input, registration.source).finally(() => running.delete(one));
      running.add(one);
    }
    bytesBefore += bytes;
    bytes = 0;
  }
  await Promise.all(running);
  if (failure) throw failure.error;
  report.finished = true;
}
