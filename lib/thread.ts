import { Worker } from "node:worker_threads";

/** A file by its path from this folder; said so that no bundler takes it for one of its own. */
const beside = (file: string) => new URL(import.meta.url.replace(/[^/]*$/, file));

/**
 * Starts a thread on a module of ours.
 * @param entry its name among the built entries (scripts/build.mjs); source: its file, from this folder
 */
export function startThread(entry: string, source: string, workerData?: unknown): Worker {
  if (!import.meta.url.endsWith(".ts")) return new Worker(beside(`${entry}.js`), { workerData });
  // From source (development, tests) the thread must first learn to read TypeScript.
  const module = JSON.stringify(beside(source).href);
  const boot = `import("tsx/esm/api").then((tsx) => { tsx.register(); return import(${module}); })`;
  return new Worker(boot, { eval: true, workerData });
}
