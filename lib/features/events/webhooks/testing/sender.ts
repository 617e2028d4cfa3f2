// The part of an instance that concerns webhooks: it writes, numbers and delivers changes until it is killed.
// It prints `ready` when it begins. Parameters: the database's address, a file with the authority of the receivers'
// certificates, and `quiet` if it must write no changes. Each request has the process id in the header `x-instance`.
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { openClient } from "@/lib/database/client";
import { openDatabase, setDatabaseClient } from "@/lib/database/open";
import { recordChange } from "@/lib/features/events/record-change";
import { numberChanges, startNumbering } from "@/lib/features/events/service/number-changes";
import { fetchExternal } from "@/lib/outgoing/request";
import { startWebhooks } from "../service/worker";

const [url = "", authorityFile = "", quiet] = process.argv.slice(2);
const authorities = readFileSync(authorityFile, "utf8");
const SUBJECTS = 20;
const PAUSE_MILLISECONDS = 20;

setDatabaseClient(openClient({ url }));
await numberChanges(openDatabase());
startNumbering(() => true);
startWebhooks(
  () => true,
  (to, { headers, ...options }) =>
    fetchExternal(to, { ...options, authorities, headers: { ...headers, "x-instance": String(process.pid) } }),
);
process.stdout.write("ready\n");
for (let n = 0; quiet === undefined; n += 1) {
  const subject = `crash:${n % SUBJECTS}`;
  await openDatabase()
    .transaction((tx) => recordChange(tx, { kind: "freeze.set", subject, dids: [], data: {} }))
    .catch(() => {});
  await sleep(PAUSE_MILLISECONDS);
}
