// Watches a log, and ends with one sentence when it cannot be relied on any more:
// node watch.mjs https://the.service/log/anchors --key KEY --state FILE
//
// Audits the log again and again with audit.mjs, which must be beside this file, and takes its options. Node 20 or later, no packages.
//
//   --state FILE          what was seen last. It is needed here, and survives restarts
//   --every SECS          the pause between two audits (60)
//   --stalled-after SECS  how long no audit may succeed (3600), so also how long one may take. With --policy, also the age to
//                         which cosignatures count
//
// Ends with the codes of audit.mjs: 1 NOT WHOLE, 2 NOT CHECKED (only at the start), 3 FORKED or ROLLED BACK, 4 NOT WITNESSED;
// and with 5 if the log STALLED. Then FILE.found has the signed checkpoint in which it was found. Together with the one in FILE
// it is the evidence of a fork.
import { realpathSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { run } from "./audit.mjs";

const NOT_CHECKED = 2;
const STALLED = 5;
const MAX_SECONDS = 2_000_000; // Timers cannot take much more.

/** Takes an option of this program out of the arguments. @returns its value */
function take(args, name) {
  const at = args.indexOf(name);
  return at < 0 ? undefined : args.splice(at, 2)[1];
}

/** Runs an audit, but only until a time: a log may let its readers wait for weeks. @returns null if it was too late */
async function runUntil(time, args) {
  const ending = new AbortController();
  const late = sleep(Math.max(0, time - Date.now()), null, { signal: ending.signal }).catch(() => null);
  try {
    return await Promise.race([run(args), late]);
  } finally {
    ending.abort();
  }
}

/**
 * Audits until something is found.
 * @param say is called with each sentence that differs from the one before
 * @returns the exit code and the last sentence
 */
export async function watch(given, say = () => {}) {
  const args = [...given];
  if (args.includes("--help")) return run(args);
  const every = Number(take(args, "--every") ?? 60);
  const stalledAfter = Number(take(args, "--stalled-after") ?? 3600);
  if (!(every > 0 && every < stalledAfter && stalledAfter <= MAX_SECONDS)) {
    const said = `NOT CHECKED: give --every as seconds, less than --stalled-after, which is at most ${MAX_SECONDS}`;
    return { code: NOT_CHECKED, said };
  }
  const state = args[args.indexOf("--state") + 1];
  if (!args.includes("--state") || state === undefined) return { code: NOT_CHECKED, said: "NOT CHECKED: give --state FILE" };
  if (args.includes("--policy")) args.push("--max-age", String(stalledAfter));

  let said;
  let lastCode; // of the last audit that could be checked
  let stallsAt = Date.now() + stalledAfter * 1000;
  for (let isFirst = true; ; isFirst = false) {
    const found = await runUntil(stallsAt, args);
    if (found?.code === 0) stallsAt = Date.now() + stalledAfter * 1000;
    if (isFirst && found?.code === NOT_CHECKED) return found;
    // Caches may send an older checkpoint once, and a transfer may fail. But a fork may be shown only once.
    const isCertain = found && (found.said.startsWith("FORKED") || found.code === lastCode);
    if (isCertain && found.code !== 0 && found.code !== NOT_CHECKED) {
      if (found.note !== undefined) writeFileSync(`${state}.found`, found.note);
      return found;
    }
    if (!found || Date.now() >= stallsAt) {
      const last = found?.said ?? said ?? "it has not ended";
      return { code: STALLED, said: `STALLED: no audit succeeded for ${stalledAfter} seconds. The last try: ${last}` };
    }
    if (found.said !== said) say(found.said);
    said = found.said;
    if (found.code !== NOT_CHECKED) lastCode = found.code;
    await sleep(every * 1000);
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href) {
  const { code, said } = await watch(process.argv.slice(2), (sentence) => process.stdout.write(`${sentence}\n`));
  process.stderr.write(`${said}\n`, () => process.exit(code));
}
