// Watches a log, and ends with one sentence when it cannot be relied on any more:
// node watch.mjs https://the.service/log/anchors --key KEY --state FILE
//
// Audits the log again and again with audit.mjs, which must be beside this file, and takes its options. Node 20 or later, no packages.
//
//   --state FILE          what was seen last. It is needed here, and survives restarts
//   --every SECS          the pause between two audits (60)
//   --stalled-after SECS  how long the log may be unreadable (3600). With --policy, also the age to which cosignatures count
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

/** Takes an option of this program out of the arguments. @returns its value */
function take(args, name) {
  const at = args.indexOf(name);
  return at < 0 ? undefined : args.splice(at, 2)[1];
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
  if (!(every > 0 && stalledAfter > 0)) return { code: NOT_CHECKED, said: "NOT CHECKED: a time is a number of seconds" };
  const state = args[args.indexOf("--state") + 1];
  if (!args.includes("--state") || state === undefined) return { code: NOT_CHECKED, said: "NOT CHECKED: give --state FILE" };
  if (args.includes("--policy")) args.push("--max-age", String(stalledAfter));

  let last;
  let readAt = Date.now();
  for (let isFirst = true; ; isFirst = false) {
    const found = await run(args);
    if (found.code !== NOT_CHECKED) readAt = Date.now();
    else if (isFirst) return found;
    if (Date.now() - readAt > stalledAfter * 1000) {
      return { code: STALLED, said: `STALLED: the log could not be read for ${stalledAfter} seconds. The last try: ${found.said}` };
    }
    // Caches may send an older checkpoint once, and a transfer may fail. But a fork may be shown only once.
    const isCertain = found.said.startsWith("FORKED") || found.code === last?.code;
    if (found.code !== 0 && found.code !== NOT_CHECKED && isCertain) {
      if (found.note !== undefined) writeFileSync(`${state}.found`, found.note);
      return found;
    }
    if (found.said !== last?.said) say(found.said);
    last = found;
    await sleep(every * 1000);
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href) {
  const { code, said } = await watch(process.argv.slice(2), (sentence) => process.stdout.write(`${sentence}\n`));
  process.stderr.write(`${said}\n`, () => process.exit(code));
}
