import { parentPort } from "node:worker_threads";
import { serveThread } from "@/lib/foundation/thread";
import { checkPage, type PageToCheck } from "./check-page";

// Runs on its own thread. Replies to each page with the result of checking it.
serveThread((page: PageToCheck) => parentPort?.postMessage(checkPage(page)));
