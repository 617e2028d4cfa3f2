import { existsSync } from "node:fs";
import { access, constants, readFile, rm, stat, statfs, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { keyFile } from "@/lib/authority/key-file";
import { databaseAddress } from "@/lib/database/address";
import { DRIVER_REMEDY, findDriverFault } from "@/lib/database/driver-repairs.mjs";
import { assertJournal } from "@/lib/database/erasures/journal";
import { tokenFile } from "@/lib/features/access/service/bootstrap";
import { buildSha, currentBuild } from "@/lib/foundation/build";
import { type Settings, settings } from "@/lib/foundation/env";
import { faultOfListening, tryListening } from "@/lib/system/listen.mjs";
import { examine, type Finding, failed, ok, warning } from "./finding";
import { examineForwarding } from "./forwarding";

/** Long enough for a server that loads its pages on a busy machine. */
const ANSWER_MILLISECONDS = 10_000;
const FEW_BYTES = 1_073_741_824;
const TOO_FEW_BYTES = 104_857_600;

const Serving = z.object({ version: z.string(), build_sha: z.string() });

function examineDriver(): Finding {
  const fault = findDriverFault();
  return fault === null ? ok("driver", "It is repaired.") : failed("driver", fault, DRIVER_REMEDY);
}

function localAddress({ PORT, HOST }: Settings): string {
  const host = HOST === undefined || HOST === "0.0.0.0" || HOST === "::" ? "127.0.0.1" : HOST;
  return `http://${host.includes(":") ? `[${host}]` : host}:${PORT}`;
}

/** Checks whether a process listens on the port, and whether it is this service. */
async function askPort(read: Settings): Promise<z.infer<typeof Serving> | undefined> {
  const answer = await fetch(`${localAddress(read)}/health`, { signal: AbortSignal.timeout(ANSWER_MILLISECONDS) })
    .then((response) => response.json())
    .catch(() => undefined);
  return Serving.safeParse(answer).data;
}

async function examinePort(read: Settings): Promise<{ finding: Finding; isServing: boolean }> {
  const { PORT, HOST } = read;
  const refusal = await tryListening(PORT, HOST);
  const nobody = (finding: Finding) => ({ finding, isServing: false });
  if (refusal === undefined) return nobody(ok("port", `${PORT} is free; no server is running there.`));
  const elsewhere = "Set PORT and HOST to where it may listen.";
  if (refusal.code !== "EADDRINUSE") return nobody(failed("port", faultOfListening(refusal, PORT, HOST), elsewhere));
  const serving = await askPort(read);
  if (!serving) return nobody(failed("port", `${PORT} is taken by another program.`, elsewhere));
  const says = `${PORT} is served by this service, build ${serving.build_sha}.`;
  const isAnother = serving.build_sha !== buildSha();
  const finding = isAnother
    ? warning("port", `${says} That is not the build here.`, "Restart the server to run this build.")
    : ok("port", says);
  return { finding, isServing: true };
}

/** Returns the existing directory in which `directory` would be created. */
function nearestAbove(directory: string): string {
  const above = path.dirname(directory);
  return existsSync(above) ? above : nearestAbove(above);
}

async function examineDirectory({ DATA_DIR }: Settings): Promise<Finding> {
  const directory = path.resolve(DATA_DIR);
  return examine("data directory", `Make ${directory} writable for this account, or set DATA_DIR.`, async () => {
    if (!existsSync(directory)) {
      await access(nearestAbove(directory), constants.W_OK);
      return ok("data directory", `${directory} is not there yet; the first start makes it.`);
    }
    const probe = path.join(directory, `.doctor-${process.pid}`);
    try {
      await writeFile(probe, "writable\n");
    } finally {
      await rm(probe, { force: true });
    }
    const { bavail, bsize } = await statfs(directory);
    const says = `${directory} is writable, ${Math.floor((bavail * bsize) / 1_048_576).toLocaleString("en")} MiB free.`;
    if (bavail * bsize < TOO_FEW_BYTES) return failed("data directory", says, "Make space: writes are about to fail.");
    return bavail * bsize < FEW_BYTES ? warning("data directory", says, "Make space.") : ok("data directory", says);
  });
}

async function examineSocket(): Promise<Finding> {
  return examine("socket", "Set DATA_DIR to a shorter path.", async () => {
    const address = databaseAddress();
    return ok("socket", "url" in address ? "None is needed." : `${address.socket} is short enough.`);
  });
}

async function examineSecretFile(file: string): Promise<Finding> {
  const about = path.basename(file);
  const remedy = `Let this account read it: chown it, and chmod 600 ${file}.`;
  return examine(about, remedy, async () => {
    if (!existsSync(file)) return ok(about, "There is no such file.");
    await readFile(file);
    const { mode } = await stat(file);
    if ((mode & 0o077) === 0) return ok(about, `${file} is for its owner alone.`);
    return warning(about, `Other accounts can read ${file}.`, `chmod 600 ${file}`);
  });
}

/** Checks that the journal of erasures can be written. */
const examineJournal = () =>
  examine("erasures", "Make its folder writable for this account, or correct ERASURES_FILE.", async () => {
    await assertJournal();
    const { ERASURES_FILE } = settings();
    return ok("erasures", ERASURES_FILE === undefined ? "There is no journal." : `${ERASURES_FILE} is writable.`);
  });

/** Checks this machine. @returns also whether this service responds on the port */
export async function examineMachine(read: Settings): Promise<{ findings: Finding[]; isServing: boolean }> {
  const { finding: port, isServing } = await examinePort(read);
  // A Node that is too old does not come so far: scripts/node-version.mjs.
  const node = ok("Node", process.versions.node);
  const build = ok("build", `${currentBuild().version}, ${buildSha()}`);
  const directory = [await examineDirectory(read), await examineSocket()];
  const secrets = [tokenFile(read.DATA_DIR), ...[keyFile() ?? []].flat()];
  const files = [...(await Promise.all(secrets.map(examineSecretFile))), await examineJournal()];
  const proxies = isServing ? [await examineForwarding(localAddress(read), read)] : [];
  return { findings: [node, examineDriver(), build, port, ...proxies, ...directory, ...files], isServing };
}
