// A process that anchors without end and says what was acknowledged, a line each, for tests that kill it or what it needs.
import { writeSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { drizzle } from "drizzle-orm/postgres-js";
import { openClient } from "@/lib/db/client";
import { draftOf } from "@/lib/ledger/link";
import { appendAnchors } from "../service/append";

const [url = "", callers = "16", appends = "1000000000"] = process.argv.slice(2);
const db = drizzle(openClient({ url }));
let left = Number(appends);

async function caller(number: number): Promise<void> {
  while (left > 0) {
    left -= 1;
    const content = { did: `did:test:s1:caller-${number}`, kind: "note", scope: "PUBLIC" as const, payload: { left } };
    try {
      const [anchored] = await appendAnchors(db, [{ ...draftOf(content, new Date()), key: undefined }]);
      if (anchored) writeSync(1, `${anchored.entry.seq} ${anchored.entry.id} ${anchored.entry.hash}\n`);
    } catch {
      // Refused or unknown: nothing was promised.
      await sleep(20);
    }
  }
}

await Promise.all(Array.from({ length: Number(callers) }, (_, number) => caller(number)));
process.exit(0);
