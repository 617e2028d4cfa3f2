import { z } from "zod";
import { BOUNDS } from "@/lib/bounds";

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

function* faultsIn(value: unknown, path: (string | number)[], bound: number): Generator<BoundFault> {
  if (typeof value === "string" && value.length > bound) {
    yield { path, message: `must have at most ${bound} characters` };
  } else if (Array.isArray(value)) {
    if (value.length > BOUNDS.items) yield { path, message: `must have at most ${BOUNDS.items} items` };
    for (const [at, item] of value.entries()) yield* faultsIn(item, [...path, at], bound);
  } else if (typeof value === "object" && value !== null) {
    for (const [member, item] of Object.entries(value)) yield* faultsIn(item, [...path, member], boundOf(member));
  }
}

/** Maximum number of faults that are looked for. */
const MAX_FAULTS = 10;

/** Returns the first parts of a manifest that break a bound of `lib/bounds.ts`, or the manifest itself if it is too large. */
export function boundFaultsOf(manifest: Record<string, unknown>): BoundFault[] {
  const bytes = new TextEncoder().encode(JSON.stringify(manifest)).byteLength;
  if (bytes > BOUNDS.manifestBytes) {
    return [{ path: [], message: `must have at most ${BOUNDS.manifestBytes} bytes, and has ${bytes}` }];
  }
  const faults: BoundFault[] = [];
  for (const fault of faultsIn(manifest, [], BOUNDS.text)) {
    faults.push(fault);
    if (faults.length === MAX_FAULTS) break;
  }
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
