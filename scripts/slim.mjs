// Removes from node_modules what only a build needs: `npm run slim`, after `npm run build`, where the service only runs.
// `npm ci` brings it back.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** For debuggers and compilers. */
const SPARE = /\.(?:map|d\.[cm]?ts)$/;

/** @param {string} folder @returns {string[]} */
const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [path.join(entry.parentPath, entry.name)] : [],
  );

/**
 * Returns the size of the packages that the service needs to run, without their spare files.
 * Optional packages are those of Next: its compiler, its image converter and Playwright. The service uses none of them.
 */
export function slimBytes() {
  /** @type {{ packages: Record<string, { dev?: true; optional?: true; devOptional?: true; peer?: true }> }} */
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
  const needed = Object.entries(packages).filter(
    ([folder, { dev, optional, devOptional }]) => folder !== "" && !(dev || optional || devOptional),
  );
  const isNested = /** @param {string} file @param {string} folder */ (file, folder) =>
    file.startsWith(`${folder}/node_modules/`);
  return needed
    .flatMap(([folder]) => filesIn(folder).filter((file) => !isNested(file, folder) && !SPARE.test(file)))
    .reduce((sum, file) => sum + statSync(file).size, 0);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const omit = ["--omit=dev", "--omit=optional"];
  const { status } = spawnSync("npm", ["prune", ...omit, "--no-audit", "--no-fund"], { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
  for (const file of filesIn("node_modules")) if (SPARE.test(file)) rmSync(file);
}
