// The folders of the builds. Each build has its own, `.builds/<time>-<id of the process that builds>`, and the symbolic
// link `dist` leads to the last finished one. Plain JavaScript, because it runs before anything is built.
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";

const BUILDS = ".builds";
const CURRENT = "dist";
/** A folder in each build, with an empty file for each process that runs it. The file's name is the process's id. */
const PROCESSES = "processes";

/** Returns whether a process has this id. Processes of other accounts count too. @param {string} id */
function isRunning(id) {
  try {
    return process.kill(Number.parseInt(id, 10), 0);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
}

/** @param {string} build @returns {string[]} the ids of the processes that claimed it */
function processesOf(build) {
  const folder = path.join(build, PROCESSES);
  return lstatSync(folder, { throwIfNoEntry: false }) ? readdirSync(folder) : [];
}

/** Creates the folder of a new build. @returns {string} its absolute path */
export function createBuild() {
  const time = new Date().toISOString().replaceAll(/[^\dTZ]/g, "");
  const build = path.resolve(BUILDS, `${time}-${process.pid}`);
  mkdirSync(build, { recursive: true });
  return build;
}

/**
 * Records that this process runs a build, which then stays until the process ends. Does nothing for the source, for a
 * copy of a build elsewhere, and for an account that may not write there.
 * @param {string} build
 */
export function claimBuild(build) {
  if (path.basename(path.dirname(build)) !== BUILDS) return;
  try {
    mkdirSync(path.join(build, PROCESSES), { recursive: true });
    for (const id of processesOf(build)) if (!isRunning(id)) rmSync(path.join(build, PROCESSES, id));
    writeFileSync(path.join(build, PROCESSES, String(process.pid)), "");
  } catch {}
}

/**
 * Makes a build the current one, in one step. Then removes the older builds, but not the one before, and none that a
 * process runs or is still building.
 * @param {string} build
 */
export function publishBuild(build) {
  const current = lstatSync(CURRENT, { throwIfNoEntry: false });
  // Versions up to 0.3.0 built into a plain folder.
  if (current?.isDirectory()) rmSync(CURRENT, { recursive: true });
  const kept = [path.basename(build), ...(current?.isSymbolicLink() ? [path.basename(readlinkSync(CURRENT))] : [])];
  const link = `${build}.link`;
  symlinkSync(path.join(BUILDS, path.basename(build)), link);
  renameSync(link, CURRENT);
  for (const name of readdirSync(BUILDS)) {
    const builder = name.slice(name.lastIndexOf("-") + 1);
    const isUsed = [builder, ...processesOf(path.join(BUILDS, name))].some(isRunning);
    if (!kept.includes(name) && !isUsed) rmSync(path.join(BUILDS, name), { recursive: true, force: true });
  }
}
