import { parentPort } from "node:worker_threads";
import { checkPage, type PageToCheck } from "./check-page";

// Runs on a thread of its own: answers each page with what is found in it.
parentPort?.on("message", (page: PageToCheck) => parentPort?.postMessage(checkPage(page)));
