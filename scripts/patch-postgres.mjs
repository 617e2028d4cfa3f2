// Mends faults of postgres 3.4.9. A server's death brings some out (its issues 1154 and 1208): a write to a connection that is
// closed already ends the process, one that was pending when it closed keeps the connection from ever writing again, and a
// death while a new connection reads the server's types is a rejection that nobody can handle. And a transaction that begins
// as the hundredth statement on a connection does not get it for itself: its BEGIN then stands before the statements of others.
// Runs after each install; a version that reads otherwise stops the install, so that somebody looks whether it is mended.
import { existsSync, readFileSync, writeFileSync } from "node:fs";

const FILES = ["src", "cjs/src"].map((folder) => `node_modules/postgres/${folder}/connection.js`);
/** What reads so, what it must read, and how often it stands there. @type {[string, string, number][]} */
const REPAIRS = [
  ["    const x = socket.write(chunk, fn)\n", "    const x = socket !== null && socket.write(chunk, fn)\n", 1],
  ["    clearImmediate(nextWriteTimer)\n", "    clearImmediate(nextWriteTimer), chunk = nextWriteTimer = null\n", 2],
  [
    "      return write(toBuffer(q))\n",
    "      const written = write(toBuffer(q))\n      if (q.options.onexecute) return q.options.onexecute(connection)\n      return written\n",
    1,
  ],
  ["        return fetchArrayTypes()\n", "        return fetchArrayTypes().catch(() => {})\n", 1],
];

for (const file of FILES.filter((each) => existsSync(each))) {
  let text = readFileSync(file, "utf8");
  for (const [faulty, mended, times] of REPAIRS) {
    if (text.includes(mended)) continue;
    if (text.split(faulty).length !== times + 1)
      throw new Error(`${file} is another version: see scripts/patch-postgres.mjs`);
    text = text.replaceAll(faulty, mended);
  }
  writeFileSync(file, text);
}
