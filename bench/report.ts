import { readFile, writeFile } from "node:fs/promises";
import { cpus, loadavg } from "node:os";

export const thousands = (value: number) => Math.round(value).toLocaleString("en");
export const fixed = (value: number) => (value < 10 ? value.toFixed(2) : value.toFixed(value < 100 ? 1 : 0));

/** How busy the machine was before the bench: the load average of one minute. */
const loadBefore = loadavg()[0] ?? Number.NaN;

/** Where, when and on what the figures were measured. */
export function provenance(engine: string, command: string): string {
  const day = new Date().toISOString().slice(0, 10);
  const machine = `${cpus().length} cores shared by load, servers and database, load average before: ${fixed(loadBefore)}`;
  return `\`${command}\`, ${day}, ${engine}, Node ${process.version}, ${machine}.`;
}

/** Writes the text under its second-level heading of a document, in place of the text there. */
export async function writeSection(heading: string, text: string, file: string): Promise<void> {
  const readme = await readFile(file, "utf8");
  const [before, after = ""] = readme.split(`## ${heading}\n`);
  const next = after.indexOf("\n## ");
  const rest = next === -1 ? "" : after.slice(next);
  await writeFile(file, `${before?.trimEnd()}\n\n## ${heading}\n\n${text}\n${rest}`);
}

/** Returns the names that were asked for, in the order of all; without any, all. @throws Error where one is unknown */
export function chooseNames<N extends string>(all: readonly N[], asked: readonly string[]): readonly N[] {
  const unknown = asked.find((name) => !all.some((known) => known === name));
  if (unknown !== undefined) throw new Error(`There is no ${unknown}. There are: ${all.join(", ")}.`);
  return asked.length === 0 ? all : all.filter((name) => asked.includes(name));
}
