import pino from "pino";
import { settings } from "@/lib/env";

export type Logger = pino.Logger;

const slot = globalThis as { fgsLogger?: Logger };

/** The process's logger: one JSON object a line on standard output. Secrets are named here so that none slips out. */
export function log(): Logger {
  slot.fgsLogger ??= pino({
    level: settings().LOG_LEVEL,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: ["token", "*.token", "authorization", "*.authorization", "*.private_key"], censor: "[redacted]" },
  });
  return slot.fgsLogger;
}
