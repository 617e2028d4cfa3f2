// The repairs that this service makes to postgres.js after each install, and the check that they are in place.
// Plain JavaScript, because the install runs this file before anything is built.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const VERSION = "3.4.9";
/** One file for `import` and one for `require`, because a process may load either. */
const FOLDERS = ["src", "cjs/src"];

/**
 * @type {{ file: string, faulty: string, repaired: string, count: number }[]} `count` is how often the text occurs in a
 * file.
 */
const REPAIRS = [
  // A write to a closed connection ends the process (porsager/postgres issue 1154).
  {
    file: "connection.js",
    faulty: "    const x = socket.write(chunk, fn)\n",
    repaired: "    const x = socket !== null && socket.write(chunk, fn)\n",
    count: 1,
  },
  // If a write is pending when the connection closes, the connection never writes again (issue 1208).
  {
    file: "connection.js",
    faulty: "    clearImmediate(nextWriteTimer)\n",
    repaired: "    clearImmediate(nextWriteTimer), chunk = nextWriteTimer = null\n",
    count: 2,
  },
  // A transaction that begins as the hundredth statement on a connection shares the connection with other callers.
  {
    file: "connection.js",
    faulty: "      return write(toBuffer(q))\n",
    repaired:
      "      const written = write(toBuffer(q))\n      if (q.options.onexecute) return q.options.onexecute(connection)\n      return written\n",
    count: 1,
  },
  // If a server ends while a new connection reads its types, there is a rejection that no code can handle.
  {
    file: "connection.js",
    faulty: "        return fetchArrayTypes()\n",
    repaired: "        return fetchArrayTypes().catch(() => {})\n",
    count: 1,
  },
  // If a query is cancelled while its connection is opened, that connection is never used again.
  {
    file: "connection.js",
    faulty: "      initial = null\n      return\n    }\n",
    repaired:
      "      const abandoned = initial && !initial.reserve && initial.cancelled\n      initial = null\n      if (!abandoned) return\n    }\n",
    count: 1,
  },
  // The number of pipelined statements is fixed before the connection knows of a pooler.
  {
    file: "connection.js",
    faulty: "        && sent.length < max_pipeline\n",
    repaired: "        && sent.length < options.max_pipeline\n",
    count: 1,
  },
  // PostgreSQL replies ROLLBACK, without an error, to the commit of a transaction that was aborted unnoticed. A pooler
  // can cause this.
  {
    file: "index.js",
    faulty: "          : await sql`commit`\n",
    repaired:
      "          : await sql.unsafe('commit').then(({ command }) => {\n            if (command !== 'COMMIT') throw Errors.generic('COMMIT_REFUSED', 'The server rolled the transaction back at its commit')\n          })\n",
    count: 1,
  },
];

/** @param {string} text @param {string} part */
const occurrences = (text, part) => text.split(part).length - 1;

/** Finds the driver that `import "postgres"` loads in this working directory. */
function installedDriver() {
  const folders = createRequire(path.resolve("package.json")).resolve.paths("postgres") ?? [];
  return folders.map((folder) => path.join(folder, "postgres")).find((driver) => existsSync(`${driver}/package.json`));
}

/** @param {string} driver */
const versionOf = (driver) => JSON.parse(readFileSync(`${driver}/package.json`, "utf8")).version;

/** @param {string} driver */
const textsOf = (driver) =>
  FOLDERS.flatMap((folder) =>
    [...new Set(REPAIRS.map(({ file }) => file))].map((name) => {
      const file = path.join(driver, folder, name);
      return { file, text: readFileSync(file, "utf8"), repairs: REPAIRS.filter((repair) => repair.file === name) };
    }),
  );

export const DRIVER_REMEDY = "Run npm ci, then node lib/database/driver-repairs.mjs.";

/** Returns the fault of the installed driver as a sentence, or null. */
export function findDriverFault(driver = installedDriver()) {
  if (driver === undefined) return "The database driver postgres is not installed.";
  const version = versionOf(driver);
  if (version !== VERSION) return `The database driver must be postgres ${VERSION}, but ${version} is installed.`;
  const isRepaired = textsOf(driver).every(({ text, repairs }) =>
    repairs.every(({ repaired, count }) => occurrences(text, repaired) === count),
  );
  if (isRepaired) return null;
  return `The database driver postgres ${VERSION} lacks repairs that this service depends on.`;
}

/** Repairs the installed driver, if it has the version that the repairs are made for. */
export function repairDriver(driver = installedDriver()) {
  if (driver === undefined || findDriverFault(driver) === null) return;
  if (versionOf(driver) !== VERSION) return;
  for (const { file, text, repairs } of textsOf(driver)) {
    // Another project may share the file by a hard link, so this project gets a new file.
    rmSync(file);
    writeFileSync(
      file,
      repairs.reduce(
        (done, { faulty, repaired }) => (done.includes(repaired) ? done : done.replaceAll(faulty, repaired)),
        text,
      ),
    );
  }
}

let isAsserted = false;

/**
 * Checks the installed driver, once per process.
 * @throws Error with a sentence for the operator, if the driver is not repaired
 */
export function assertDriver() {
  if (isAsserted) return;
  const fault = findDriverFault();
  if (fault !== null) throw new Error(`${fault} ${DRIVER_REMEDY}`);
  isAsserted = true;
}

if (process.argv[1]?.endsWith("driver-repairs.mjs")) {
  try {
    repairDriver();
    assertDriver();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}
