// A process that anchors on command: it reads `callers appends` from a line of its input, and prints each acknowledged
// entry on a line. For tests that kill it or its database, or run several at once.
import { writeSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { drizzle } from "drizzle-orm/postgres-js";
import { openClient } from "@/lib/database/client";
import { settings } from "@/lib/foundation/env";
import { createDraft } from "@/lib/ledger/link";
import { appendAnchors } from "../service/append";

const [url = ""] = process.argv.slice(2);
const db = drizzle(openClient({ url }, { responseMilliseconds: settings().DATABASE_TIMEOUT_SECONDS * 1_000 }));
let left = 0;

async function caller(number: number): Promise<void> {
  while (left > 0) {
    left -= 1;
    const content = { did: `did:test:s1:caller-${number}`, kind: "note", scope: "PUBLIC" as const, payload: { left } };
    try {
      const [anchored] = await appendAnchors(db, [{ ...createDraft(content, new Date()), key: undefined }]);
      if (anchored) writeSync(1, `${anchored.entry.seq} ${anchored.entry.id} ${anchored.entry.hash}\n`);
    } catch {
      // Rejected or unknown: nothing was promised.
      await sleep(20);
    }
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const [callers, appends = 0] = line.split(" ").map(Number);
  left = appends;
  await Promise.all(Array.from({ length: callers ?? 0 }, (_, number) => caller(number)));
  writeSync(1, "done\n");
}
process.exit(0);
