// Stops a process on a Node that is too old for the service. An entry imports this module first, so it runs before newer
// syntax is loaded.
import { readFileSync } from "node:fs";

/** @param {string} version @returns {number[]} */
const numbersOf = (version) => (version.match(/\d+/g) || []).map(Number);

/**
 * @param {string} version of Node
 * @param {string} range of package.json: `>=20.19`
 * @returns {string | undefined} a sentence, if the version is too old
 */
export function faultOfNode(version, range) {
  const [major = 0, minor = 0] = numbersOf(version);
  const [oldestMajor = 0, oldestMinor = 0] = numbersOf(range);
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return undefined;
  return `Node ${oldestMajor}.${oldestMinor} or newer is needed. This is Node ${version}.`;
}

const { engines } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
const fault = faultOfNode(process.versions.node, engines.node);
if (fault !== undefined) {
  process.stderr.write(`${fault}\n`);
  process.exit(1);
}
