import { Worker } from "node:worker_threads";

/**
 * Starts a thread with one of our modules.
 * @param module its path from this folder, without the extension: the same in the source and in the build
 */
export function startThread(module: string, workerData?: unknown): Worker {
  const isSource = import.meta.url.endsWith(".ts");
  const { href } = new URL(`${module}.${isSource ? "ts" : "js"}`, import.meta.url);
  if (!isSource) return new Worker(new URL(href), { workerData });
  // When running from source (development, tests), the thread must first load a TypeScript loader.
  const boot = `import("tsx/esm/api").then((tsx) => { tsx.register(); return import(${JSON.stringify(href)}); })`;
  return new Worker(boot, { eval: true, workerData });
}
