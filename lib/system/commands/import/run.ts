import { faultOfShape, registrationOf } from "@/lib/features/agents/manifests/recognise";
import type { RegisterAgent } from "@/lib/features/agents/schema";
import type { ImportOutcome } from "@/lib/features/agents/service/import";
import type { ReadSource } from "@/lib/features/agents/service/store-source";
import { reasonOf } from "@/lib/foundation/reason";
import { isRejection } from "../reason";
import { type Found, type Place, readRecords } from "./records";
import { describePlace, type Report, recordOutcome, recordRejection } from "./report";

const AT_ONCE = 8;

export interface Run {
  files: string[];
  maxRecordBytes: number;
  /** Registers one agent, or returns the expected result. */
  importOne: (input: RegisterAgent, source: ReadSource) => Promise<ImportOutcome>;
  /** Called after each record with the number of bytes read so far, of all files. */
  onProgress: (bytes: number) => void;
}

/**
 * Imports every record of every file, several at once, and writes each result into `report`. A record that cannot be
 * registered is rejected, and the others continue. The second of two records with one DID is rejected.
 * @throws the database's error if it failed; `report` then has the results until then
 */
export async function runImport({ files, maxRecordBytes, importOne, onProgress }: Run, report: Report): Promise<void> {
  const seen = new Map<string, Place>();
  const running = new Set<Promise<void>>();
  let failure: { error: unknown } | undefined;
  let bytesBefore = 0;
  let bytes = 0;

  function registrationIn(item: Found): { input: RegisterAgent; source: ReadSource } | undefined {
    const refuse = (reason: string) => void recordRejection(report, item.place, reason);
    if ("reason" in item) return refuse(item.reason);
    try {
      const registration = registrationOf(item.record);
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
      if (isRejection(error)) recordRejection(report, place, reasonOf(error));
      else failure ??= { error };
    }
    onProgress(bytesBefore + bytes);
  }

  for (const file of files) {
    const records = readRecords(file, maxRecordBytes, (read) => {
      bytes = read;
    });
    for await (const item of records) {
      const registration = registrationIn(item);
      if (!registration) continue;
      if (running.size >= AT_ONCE) await Promise.race(running);
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
