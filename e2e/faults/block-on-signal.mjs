// Preloaded into a server: blocks it on SIGUSR2, and prints the process to which to send that.
import { isMainThread } from "node:worker_threads";

function blockForEver() {
  for (;;);
}

if (isMainThread && process.argv[1]?.endsWith("server.js")) {
  process.on("SIGUSR2", blockForEver);
  process.stdout.write(`pid ${process.pid}\n`);
}
