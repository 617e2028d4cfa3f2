/** A size of a log with the root of its tree, as it was signed. */
export interface LogState {
  size: number;
  root: Uint8Array;
}

/**
 * The beginning of the names of other logs, which this service witnesses. Their states are on the disk before a cosignature
 * exists, also with the embedded engine, which may forget its last rows when the power is cut.
 */
const WITNESSED = "witness:";

/** Returns the name of a log of others in the guard, which no log of this service has. */
export const witnessedName = (originHash: string) => `${WITNESSED}${originHash}`;
export const isWitnessed = (name: string) => name.startsWith(WITNESSED);

/** A place outside the database that remembers what was signed of each log. Every method may reject. */
export interface GuardStore {
  /** For people: a folder, or an address without its secrets. */
  readonly name: string;
  /** Returns the stored states of a log. More than one state may be there for a moment, if several processes write. */
  read(origin: string): Promise<LogState[]>;
  /**
   * Stores a state of a log, durably, and forgets `known` smaller ones. A store that keeps one state stores nothing if
   * another process has replaced the known one, so the caller reads again afterwards.
   */
  advance(origin: string, next: LogState, known: readonly LogState[]): Promise<void>;
  close(): void;
}

/** Returns a place that forgets when the process ends: for tests, and where nothing else can be kept. */
export function memoryStore(): GuardStore {
  const states = new Map<string, LogState>();
  return {
    name: "memory",
    read: async (origin) => [states.get(origin) ?? []].flat(),
    async advance(origin, next) {
      if ((states.get(origin)?.size ?? -1) <= next.size) states.set(origin, next);
    },
    close() {},
  };
}

/** Returns a place that does not respond, until the right one is opened. */
export function closedStore(): GuardStore {
  const refuse = async () => {
    throw new Error("it is not open yet");
  };
  return { name: "none", read: refuse, advance: refuse, close() {} };
}
