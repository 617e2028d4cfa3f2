import { z } from "zod";
import { BOUNDS } from "@/lib/foundation/bounds";

/** The bounds of a manifest's texts, by the name of their member, in lower case. Others have `BOUNDS.text`. */
const TEXTS: ReadonlyMap<string, number> = new Map([
  ["name", BOUNDS.name],
  ["title", BOUNDS.name],
  ["displayname", BOUNDS.name],
  ["description", BOUNDS.description],
  ["version", BOUNDS.version],
  ["identifier", BOUNDS.address],
  ["homepage", BOUNDS.address],
  ["repository", BOUNDS.address],
  ["uri", BOUNDS.address],
]);

function boundOf(member: string): number {
  const name = member.replaceAll("_", "").toLowerCase();
  return TEXTS.get(name) ?? (name.endsWith("url") ? BOUNDS.address : BOUNDS.text);
}

/** A part of a manifest that breaks its bound. */
export interface BoundFault {
  path: (string | number)[];
  message: string;
}

/** Maximum number of faults that are looked for. */
const MAX_FAULTS = 10;
/** A shorter text keeps every bound. */
const SMALLEST_BOUND = Math.min(...TEXTS.values(), BOUNDS.text);

/** Adds the faults of a part. @param member the name of the innermost member that contains it; @param path where it is */
function collectFaults(value: unknown, member: string, path: (string | number)[], faults: BoundFault[]): void {
  if (typeof value === "string") {
    if (value.length > SMALLEST_BOUND && value.length > boundOf(member)) {
      faults.push({ path: [...path], message: `must have at most ${boundOf(member)} characters` });
    }
  } else if (Array.isArray(value)) {
    if (value.length > BOUNDS.items) {
      faults.push({ path: [...path], message: `must have at most ${BOUNDS.items} items` });
    }
    for (let at = 0; at < value.length && faults.length < MAX_FAULTS; at += 1) {
      path.push(at);
      collectFaults(value[at], member, path, faults);
      path.pop();
    }
  } else if (typeof value === "object" && value !== null) {
    for (const [name, part] of Object.entries(value)) {
      if (faults.length === MAX_FAULTS) return;
      path.push(name);
      collectFaults(part, name, path, faults);
      path.pop();
    }
  }
}

/** Returns whether a part of a manifest keeps the bounds of its texts and lists. */
export function keepsBounds(part: object): boolean {
  const faults: BoundFault[] = [];
  collectFaults(part, "", [], faults);
  return faults.length === 0;
}

/** Returns the first parts of a manifest that break a bound of `lib/foundation/bounds.ts`, or the manifest itself if it is too large. */
export function boundFaultsOf(manifest: Record<string, unknown>): BoundFault[] {
  const bytes = new TextEncoder().encode(JSON.stringify(manifest)).byteLength;
  if (bytes > BOUNDS.manifestBytes) {
    return [{ path: [], message: `must have at most ${BOUNDS.manifestBytes} bytes, and has ${bytes}` }];
  }
  const faults: BoundFault[] = [];
  collectFaults(manifest, "", [], faults);
  return faults;
}

/** Reports the parts of a manifest that break a bound. */
export function checkBounds(manifest: Record<string, unknown>, context: z.RefinementCtx): void {
  for (const { path, message } of boundFaultsOf(manifest)) context.addIssue({ code: "custom", path, message });
}

/** @throws ZodError that names the parts of a foreign record that break a bound */
export function assertBounds(record: unknown): void {
  if (typeof record !== "object" || record === null) return;
  const faults = boundFaultsOf(record as Record<string, unknown>);
  if (faults.length > 0) throw new z.ZodError(faults.map((fault) => ({ code: "custom", input: record, ...fault })));
}
