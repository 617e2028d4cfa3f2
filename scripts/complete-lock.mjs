// Completes package-lock.json after a change of dependencies. npm leaves out the optional packages of platforms that a
// registry mirror does not have, and `npm ci` then rejects the lock on every platform. Their versions are exact, so
// they can be added without being fetched. Their hashes come from the registry's metadata.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

const LOCK = "package-lock.json";
const OPERATING_SYSTEMS = [
  "aix",
  "android",
  "darwin",
  "freebsd",
  "linux",
  "netbsd",
  "openbsd",
  "openharmony",
  "sunos",
  "win32",
];
const PROCESSORS = ["arm64", "arm", "ia32", "loong64", "mips64el", "ppc64", "riscv64", "s390x", "wasm32", "x64"];

/**
 * Returns the platform in a platform package's name.
 * @param {string} name
 */
function platformOf(name) {
  const words = name.split(/[-/]/);
  const os = OPERATING_SYSTEMS.filter((known) => words.includes(known));
  const cpu = PROCESSORS.filter((known) =>
    words.some((word) => word === known || (known === "arm" && word === "armv7")),
  );
  const libc = words.includes("musl") ? { libc: ["musl"] } : {};
  return { ...(os.length > 0 ? { os } : {}), ...(cpu.length > 0 ? { cpu } : {}), ...libc };
}

/**
 * Asks the registry for the hash of a package.
 * @param {string} at the package's key in the lock
 * @param {string} version
 * @returns {string}
 */
function integrityOf(at, version) {
  const name = at.slice(at.lastIndexOf("node_modules/") + "node_modules/".length);
  const integrity = execFileSync("npm", ["view", `${name}@${version}`, "dist.integrity"], { encoding: "utf8" }).trim();
  if (integrity === "") throw new Error(`The registry has no hash of ${name} ${version}.`);
  return integrity;
}

const lock = JSON.parse(readFileSync(LOCK, "utf8"));
const added = [];
for (const [at, { optionalDependencies = {}, dev }] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    if (`node_modules/${name}` in lock.packages || `${at}/node_modules/${name}` in lock.packages) continue;
    if (!/^\d+\.\d+\.\d+[\w.-]*$/.test(version))
      throw new Error(`${at} wants ${name} ${version}, which is no exact version`);
    const platform = platformOf(name);
    if (Object.keys(platform).length === 0) throw new Error(`${name} does not say where it runs`);
    lock.packages[`node_modules/${name}`] = { version, ...(dev ? { dev } : {}), ...platform, optional: true };
    added.push(name);
  }
}
for (const [at, entry] of Object.entries(lock.packages)) {
  if (at === "" || entry.integrity) continue;
  // npm itself writes the hash after the version.
  lock.packages[at] = { version: entry.version, integrity: integrityOf(at, entry.version), ...entry };
}
const root = lock.packages[""];
delete lock.packages[""];
lock.packages = { "": root, ...Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1))) };
writeFileSync(LOCK, `${JSON.stringify(lock, null, 2)}\n`);
process.stdout.write(`${added.length} packages of other platforms added\n`);
