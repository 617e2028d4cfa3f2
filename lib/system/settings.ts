import { existsSync } from "node:fs";
import { parseSigningKey } from "@/lib/authority/keys";
import { isPlausibleToken } from "@/lib/authority/tokens";
import { socketIn } from "@/lib/database/address";
import { checkSettings, type SettingFault, Settings } from "@/lib/foundation/env";
import { ownValue } from "@/lib/foundation/own-values";
import { reasonOf } from "@/lib/foundation/reason";
import { editsBetween } from "@/lib/search/ranking/spelling";

type Environment = Record<string, string | undefined>;

const NAMES = Object.keys(Settings.shape);
/** First words that only our settings have. A name with one of them is meant for this service. */
const OURS = /^(?:EMBEDDINGS|RATE_LIMIT|SMTP|OUTGOING|TRUSTED|WATCHDOG|A2A|ARD)_/;
/** Platforms set variables with these first words too, such as `DATABASE_URL_UNPOOLED`. */
const SHARED = /^(?:DATABASE|REDIS|UPSTASH|OTEL|NODE|LOG|PUBLIC)_/;
/** Kubernetes sets these for each service of a namespace, such as `DATABASE_PORT_5432_TCP`. */
const OF_KUBERNETES =
  /_(?:SERVICE_(?:HOST|PORT)|PORT(?:_\d{1,5}_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?)?)$|_SERVICE_PORT_/;
/** From this length, two edits are still a typing error. */
const TWO_EDITS_FROM = 9;
/** The longest word that `editsBetween` takes. */
const MAX_LETTERS = 26;

const lettersOf = (name: string) => name.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");

/** Returns the setting that has the same letters but one or two. */
function nearest(name: string): string[] {
  const letters = lettersOf(name);
  const near = NAMES.flatMap((known) => {
    const like = lettersOf(known);
    if (Math.max(letters.length, like.length) > MAX_LETTERS) return [];
    const edits = editsBetween(letters, like, 2);
    return edits <= (like.length < TWO_EDITS_FROM ? 1 : 2) ? [{ known, edits }] : [];
  });
  return near
    .sort((a, b) => a.edits - b.edits)
    .slice(0, 1)
    .map(({ known }) => known);
}

/** Returns the settings that an unknown variable may have been meant to be. */
function settingsLike(name: string): string[] {
  const near = nearest(name);
  if (near.length > 0 || !name.includes("_")) return near;
  // A part of a setting's name, such as RATE_LIMIT_WINDOW, or more than it, such as SIGNING_KEY_FILE.
  const part = NAMES.filter((known) => known.startsWith(`${name}_`));
  const longer = SHARED.test(name) ? [] : NAMES.filter((known) => known.includes("_") && name.startsWith(`${known}_`));
  const [family] = OURS.exec(name) ?? [];
  const ofFamily = family === undefined ? [] : NAMES.filter((known) => known.startsWith(family));
  return [part, longer, ofFamily].find((found) => found.length > 0) ?? [];
}

/** Returns a fault for each variable that is no setting, but looks like one. It would be ignored silently. */
function misspelt(environment: Environment): SettingFault[] {
  return Object.entries(environment).flatMap(([name, value = ""]) => {
    if (value.trim() === "" || NAMES.includes(name) || OF_KUBERNETES.test(name)) return [];
    const like = settingsLike(name);
    return like.length === 0 ? [] : { name, says: `is no setting. It looks like ${like.join(", ")}` };
  });
}

/** Returns the fault that a function throws, without the setting's name. */
function thrownBy(look: () => unknown): string | undefined {
  try {
    look();
    return undefined;
  } catch (error) {
    return reasonOf(error)
      .replace(/^[A-Z_]+: /, "")
      .replace(/\.$/, "");
  }
}

function faultInPreviousKey(previous: string, { SIGNING_KEY = "" }: Environment): string | undefined {
  if (SIGNING_KEY.trim() === "") return "is set without SIGNING_KEY, the key that follows it";
  const fault = thrownBy(() => parseSigningKey(previous));
  if (fault !== undefined || thrownBy(() => parseSigningKey(SIGNING_KEY)) !== undefined) return fault;
  const isSame = parseSigningKey(previous).equals(parseSigningKey(SIGNING_KEY));
  return isSame ? "is the same key as SIGNING_KEY. It must be the one before" : undefined;
}

/** What other parts demand of single settings. */
const FURTHER: Record<string, (value: string, environment: Environment) => string | undefined> = {
  OPERATOR_TOKEN: (token) => (isPlausibleToken(token) ? undefined : "begins with fgs_, but its checksum is wrong"),
  SIGNING_KEY: (key) => thrownBy(() => parseSigningKey(key)),
  SIGNING_KEY_PREVIOUS: faultInPreviousKey,
  DATA_DIR: (directory, { DATABASE_URL = "" }) =>
    DATABASE_URL.trim() === "" ? thrownBy(() => socketIn(directory)) : undefined,
};

function furtherFaults(environment: Environment, known: readonly SettingFault[]): SettingFault[] {
  return Object.entries(FURTHER).flatMap(([name, look]) => {
    const value = ownValue(environment, name) ?? "";
    if (value.trim() === "" || known.some((fault) => fault.name === name)) return [];
    const says = look(value, environment);
    return says === undefined ? [] : { name, says };
  });
}

/**
 * Checks everything that an environment says, before anything is opened.
 * @returns all faults, and the settings if their values can be read
 */
export function examineEnvironment(environment: Environment): { settings?: Settings; faults: SettingFault[] } {
  const { settings, faults } = checkSettings(environment);
  const all = [...misspelt(environment), ...faults, ...furtherFaults(environment, faults)];
  return settings ? { settings, faults: all } : { faults: all };
}

/** Returns one sentence for each fault, each on a line. */
export const describeFaults = (faults: readonly SettingFault[]): string =>
  faults.map(({ name, says }) => `${name} ${says}.`).join("\n");

/** Reads `.env`. The environment takes precedence. */
export function loadEnvironment(): NodeJS.ProcessEnv {
  if (existsSync(".env")) process.loadEnvFile(".env");
  return process.env;
}

/** Reads and checks all settings. @throws Error with a sentence for each fault */
export function readSettings(): Settings {
  loadEnvironment();
  const { settings, faults } = examineEnvironment(process.env);
  if (settings && faults.length === 0) return settings;
  throw new Error(describeFaults(faults));
}
