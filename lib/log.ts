import pino from "pino";
import { settings } from "@/lib/env";

export type Logger = pino.Logger;

const slot = globalThis as { fgsLogger?: Logger };

/** What drizzle appends to the message of a failed query: what people wrote, and hashes of their secrets. */
const PARAMETERS = /\nparams: [\s\S]*?(?=(?:\n {4}at [^\n]*)*$)/;

/** A line without the parameters of a query that failed. */
export function withoutParameters(line: Record<string, unknown>): Record<string, unknown> {
  const { error } = line;
  return typeof error === "string" ? { ...line, error: error.replace(PARAMETERS, "") } : line;
}

/** The process's logger: one JSON object a line on standard output. Secrets are named here so that none slips out. */
export function log(): Logger {
  slot.fgsLogger ??= pino({
    level: settings().LOG_LEVEL,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }), log: withoutParameters },
    redact: { paths: ["token", "*.token", "authorization", "*.authorization", "*.private_key"], censor: "[redacted]" },
  });
  return slot.fgsLogger;
}
