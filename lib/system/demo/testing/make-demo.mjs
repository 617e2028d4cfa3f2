// Seeds a migrated database of the embedded engine with the build's demo federation, like a first start. It is a
// separate process, because Playwright's loader cannot import all of our sources. The argument is the engine's socket.
import path from "node:path";
import { drizzle } from "drizzle-orm/postgres-js";

/** @param {string} module below lib/ */
const built = (module) => import(path.resolve("dist/lib", `${module}.js`));

const { openClient } = await built("database/client");
const { systemContext } = await built("authority/context");
const { ensureSigningKey } = await built("authority/keys");
const { seedDemo } = await built("system/demo/seed");

const client = openClient({ socket: process.argv[2] }, { responseMilliseconds: 120_000 });
const ctx = systemContext(drizzle(client));
await ensureSigningKey(ctx.db, undefined, new Date());
await seedDemo(ctx);
await client.end({ timeout: 5 });
process.exit();
