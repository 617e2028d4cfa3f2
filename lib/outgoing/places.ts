import { LRUCache } from "lru-cache";
import { ServiceError } from "@/lib/foundation/errors";

/** The limits of one kind of request, in this process. */
interface Limits {
  /** The name of the kind in errors, a plural. */
  what: string;
  /** How many may be in progress for one owner, to one host, and in all. */
  ofOwner: number;
  toHost: number;
  inAll: number;
  /** How many may begin within a number of seconds for one subject, and for one owner. */
  times?: { seconds: number; ofSubject: number; ofOwner: number };
}

const MINUTE = { seconds: 60, ofSubject: 10, ofOwner: 60 };

/** The one table of limits. `docs/decisions/network.md` has the same rows. */
export const LIMITS = {
  challenge: {
    ...{ what: "challenges to webhooks", ofOwner: 2, toHost: 1, inAll: 16 },
    times: { seconds: 3_600, ofSubject: 5, ofOwner: 25 },
  },
  test: { what: "tests of webhooks", ofOwner: 2, toHost: 2, inAll: 16, times: MINUTE },
  delivery: { what: "deliveries to webhooks", ofOwner: 16, toHost: 32, inAll: 128 },
  card: { what: "pulls of agent cards", ofOwner: 2, toHost: 2, inAll: 16, times: MINUTE },
  domain: { what: "checks of domains", ofOwner: 2, toHost: 2, inAll: 16, times: MINUTE },
  recheck: { what: "daily checks of domains", ofOwner: 2, toHost: 2, inAll: 10 },
  liveness: { what: "checks of agent cards", ofOwner: 4, toHost: 2, inAll: 10 },
  signIn: { what: "sign-ins", ofOwner: 4, toHost: 16, inAll: 16, times: MINUTE },
  claim: { what: "checks of claims", ofOwner: 2, toHost: 4, inAll: 16, times: MINUTE },
} as const satisfies Record<string, Limits>;

/** One or more requests that the service makes for somebody. */
export interface OutgoingWork {
  kind: keyof typeof LIMITS;
  /** Who it is for: `outgoingOwner`. */
  owner: string;
  /** What it is about: a DID, an application, a subscription. */
  subject: string;
  hosts: readonly string[];
}

interface Place {
  key: string;
  limit: number;
  full: () => ServiceError;
}

interface Waiting {
  places: Place[];
  begin: () => void;
}

/** Most subjects and owners whose recent requests are remembered. */
const MAX_REMEMBERED = 20_000;

/** The places of outgoing requests: those in progress, those that wait, and the times of recent ones. */
export class Places {
  private readonly used = new Map<string, number>();
  private readonly begun = new LRUCache<string, number[]>({ max: MAX_REMEMBERED });
  private waiting: Waiting[] = [];

  /**
   * Runs work that a caller waits for, in a place of its owner and of each of its hosts.
   * @throws ServiceError `rateLimited` if its subject or its owner has too many, `overloaded` if the hosts or all have
   */
  async within<T>(work: OutgoingWork, now: Date, run: () => Promise<T>): Promise<T> {
    const places = placesOf(work);
    this.assertTimes(work, now);
    const full = places.find((place) => this.isFull(place));
    if (full) throw full.full();
    this.countTime(work, now);
    return this.hold(places, run);
  }

  /**
   * Runs work of the background. If there is no place, it waits for one, first come, first served.
   * @throws the signal's reason if that has aborted and there is no place
   */
  async whenFree<T>(work: OutgoingWork, signal: AbortSignal | undefined, run: () => Promise<T>): Promise<T> {
    const places = placesOf(work);
    if (!places.some((place) => this.isFull(place))) return this.hold(places, run);
    signal?.throwIfAborted();
    return new Promise<T>((resolve, reject) => {
      const leave = () => {
        this.waiting = this.waiting.filter((each) => each !== entry);
        reject(signal?.reason);
      };
      const begin = () => {
        signal?.removeEventListener("abort", leave);
        this.hold(places, run).then(resolve, reject);
      };
      const entry = { places, begin };
      this.waiting.push(entry);
      signal?.addEventListener("abort", leave, { once: true });
    });
  }

  private isFull({ key, limit }: Place): boolean {
    return (this.used.get(key) ?? 0) >= limit;
  }

  /** Takes places before anything else can run, and gives them back when the work has ended. */
  private async hold<T>(places: Place[], run: () => Promise<T>): Promise<T> {
    for (const { key } of places) this.used.set(key, (this.used.get(key) ?? 0) + 1);
    try {
      return await run();
    } finally {
      for (const { key } of places) {
        const left = (this.used.get(key) ?? 1) - 1;
        if (left === 0) this.used.delete(key);
        else this.used.set(key, left);
      }
      this.beginWaiting();
    }
  }

  private beginWaiting(): void {
    const waiting = this.waiting;
    this.waiting = [];
    const left = waiting.filter(({ places, begin }) => {
      if (places.some((place) => this.isFull(place))) return true;
      begin();
      return false;
    });
    this.waiting = [...left, ...this.waiting];
  }

  private assertTimes({ kind, owner, subject }: OutgoingWork, now: Date): void {
    const { times, what }: Limits = LIMITS[kind];
    if (!times) return;
    const since = now.getTime() - times.seconds * 1_000;
    const limits = { [`subject ${subject}`]: times.ofSubject, [`owner ${owner}`]: times.ofOwner };
    for (const [of, limit] of Object.entries(limits)) {
      const recent = (this.begun.get(`${kind} ${of}`) ?? []).filter((time) => time > since);
      if (recent.length < limit) continue;
      const retryAfterSeconds = Math.max(1, Math.ceil(((recent[0] ?? 0) - since) / 1_000));
      const period = times.seconds === 60 ? "a minute" : "an hour";
      const who = of.startsWith("owner ") ? "for one owner" : "for one subject";
      throw new ServiceError("rateLimited", `At most ${limit} ${what} ${period} are allowed ${who}.`, {
        retryAfterSeconds,
      });
    }
  }

  private countTime({ kind, owner, subject }: OutgoingWork, now: Date): void {
    const { times }: Limits = LIMITS[kind];
    if (!times) return;
    const since = now.getTime() - times.seconds * 1_000;
    for (const key of [`${kind} subject ${subject}`, `${kind} owner ${owner}`]) {
      const recent = (this.begun.get(key) ?? []).filter((time) => time > since);
      this.begun.set(key, [...recent, now.getTime()]);
    }
  }
}

function placesOf({ kind, owner, hosts }: OutgoingWork): Place[] {
  const { what, ofOwner, toHost, inAll } = LIMITS[kind];
  const overloaded = (where: string) => () =>
    new ServiceError("overloaded", `Too many ${what} ${where} are in progress. Try again in a moment.`);
  const busyOwner = () =>
    new ServiceError(
      "rateLimited",
      `At most ${ofOwner} ${what} may be in progress for one owner. Wait for one to end.`,
      {
        retryAfterSeconds: 1,
      },
    );
  return [
    { key: `${kind} of ${owner}`, limit: ofOwner, full: busyOwner },
    // A name with a final dot is the same host.
    ...[...new Set(hosts.map((host) => host.replace(/\.(?=:\d+$|$)/, "")))].map((host) => ({
      key: `${kind} to ${host}`,
      limit: toHost,
      full: overloaded("to this host"),
    })),
    { key: kind, limit: inAll, full: overloaded("in all") },
  ];
}

export const places = new Places();
