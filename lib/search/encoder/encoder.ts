import type { Worker } from "node:worker_threads";
import { presentWork, type Work } from "@/lib/authority/context";
import { cut } from "@/lib/foundation/text/cut";
import { endThread, startThread } from "@/lib/foundation/thread";
import { MAX_CHARACTERS } from "./legibility";
import type { FromThread } from "./messages";
import { ENCODER } from "./model";

/** A caller waits for an interactive text. A background text is for the index. */
export type Priority = "interactive" | "background";

export interface EncodedTexts {
  /** 512 numbers, unit length. The cosine of two vectors measures how similar the texts are in meaning. */
  vector: Float32Array;
  /** How well the model can read the text, 0 to 1: the weight of the vector compared with that of the words. */
  confidence: number;
}

/** `failed` is final and means damaged weights. `restarting` is temporary. */
export type EncoderStatus = "idle" | "loading" | "ready" | "restarting" | "failed";

export type EncoderThread = Pick<Worker, "on" | "once" | "postMessage" | "ref" | "threadId" | "unref">;

export interface EncoderOptions {
  start?: () => EncoderThread;
  /** How long an interactive text may wait, from its request to its vector. */
  waitMilliseconds?: number;
  /** The thread is replaced if it does not respond for this long. It ends after its batch. */
  hangMilliseconds?: number;
  /** The pause before an ended thread is started again. It doubles each time until a thread responds. */
  pauseMilliseconds?: number;
  /** Maximum number of waiting texts, for each priority. */
  mostWaiting?: number;
}

/** Thrown with a sentence that says why there are no vectors. The text can still be compared by its words. */
export class EncoderUnavailable extends Error {}

const LONGEST_PAUSE_MILLISECONDS = 60_000;
/** The size of a background batch. An interactive text waits for at most one such batch. */
const BATCH_TEXTS = 32;
const BATCH_CHARACTERS = 1_000;
const MAX_ATTEMPTS = 2;
const TOO_MANY_WAIT = "Too many texts are waiting for the encoder.";

/** The texts of one call, which succeed or fail together. */
interface Request {
  priority: Priority;
  encodings: EncodedTexts[];
  missing: number;
  attempts: number;
  isOpen: boolean;
  /** The work of the request that the texts are for. */
  work: Work | undefined;
  resolve: (encodings: EncodedTexts[]) => void;
  reject: (error: EncoderUnavailable) => void;
}

interface Job {
  request: Request;
  index: number;
  text: string;
}

/**
 * The local encoder's queue. Its thread starts with the first text, and processes batches, interactive texts first, and
 * of these the texts of the callers that have used the least. A thread that ends or hangs is restarted after a pause, and
 * its background texts are retried once.
 */
export class Encoder {
  private readonly options: Required<EncoderOptions>;
  private readonly queues: Record<Priority, Job[]> = { interactive: [], background: [] };
  private status: EncoderStatus = "idle";
  private reason: string | null = null;
  private thread: EncoderThread | null = null;
  private underWay: Job[] = [];
  private hang: NodeJS.Timeout | undefined;
  private pause: NodeJS.Timeout | undefined;
  private pauseMilliseconds: number;

  constructor(options: EncoderOptions = {}) {
    this.options = {
      start: () => startThread("search/encoder/worker"),
      waitMilliseconds: 1_000,
      hangMilliseconds: 30_000,
      pauseMilliseconds: 1_000,
      mostWaiting: 4_096,
      ...options,
    };
    this.pauseMilliseconds = this.options.pauseMilliseconds;
  }

  /** Its present state, and why it does not respond. */
  state(): { status: EncoderStatus; reason: string | null } {
    return { status: this.status, reason: this.reason };
  }

  /** Loads the model, if it is not loaded or loading. */
  start(): void {
    if (this.status !== "idle") return;
    const thread = this.options.start();
    this.thread = thread;
    this.status = "loading";
    this.reason = null;
    thread.on("message", (message: FromThread) => {
      if (this.thread === thread) this.hear(message);
    });
    thread.on("error", (error: Error) => {
      if (this.thread === thread) this.reason = `The encoder's thread failed: ${error.message}.`;
    });
    thread.on("exit", () => {
      if (this.thread === thread) this.restart(this.reason ?? "The encoder's thread ended.");
    });
    this.watch();
    this.hold();
  }

  /**
   * Encodes texts. Reads the first 512 characters of each.
   * @returns an encoding for each
   * @throws EncoderUnavailable if the queue is full, the thread cannot start or has ended, or an interactive text would
   * wait too long
   */
  embedTexts(texts: readonly string[], priority: Priority): Promise<EncodedTexts[]> {
    const unavailableReason = this.unavailableReason(texts.length, priority);
    if (unavailableReason !== null) return Promise.reject(new EncoderUnavailable(unavailableReason));
    if (texts.length === 0) return Promise.resolve([]);
    return new Promise((resolve, reject) => {
      const work = presentWork();
      const request = {
        priority,
        encodings: [],
        missing: texts.length,
        attempts: 0,
        isOpen: true,
        work,
        resolve,
        reject,
      };
      if (priority === "interactive") this.limit(request);
      this.queues[priority].push(...texts.map((text, index) => ({ request, index, text: cut(text, MAX_CHARACTERS) })));
      this.makeRoom();
      this.start();
      this.next();
    });
  }

  /** Ends the thread after its present batch. Waiting texts fail. */
  async end(): Promise<void> {
    const { thread } = this;
    this.fail("The encoder was ended.");
    if (thread) await endThread(thread);
  }

  private unavailableReason(count: number, priority: Priority): string | null {
    if (this.status === "failed") return this.reason;
    if (this.status === "restarting" && priority === "interactive") return this.reason;
    const waiting = priority === "interactive" ? 0 : this.queues.background.length;
    return waiting + count > this.options.mostWaiting ? TOO_MANY_WAIT : null;
  }

  /** If too many interactive texts wait, refuses those of the callers that have used the most, the newest first. */
  private makeRoom(): void {
    while (this.queues.interactive.length > this.options.mostWaiting) {
      const last = leastUsedFirst(this.queues.interactive).at(-1);
      if (last) this.close(last.request, TOO_MANY_WAIT);
    }
  }

  private limit(request: Request): void {
    const timer = setTimeout(
      () => this.close(request, "The encoder did not respond in time."),
      this.options.waitMilliseconds,
    );
    const { resolve, reject } = request;
    request.resolve = (encodings) => {
      clearTimeout(timer);
      resolve(encodings);
    };
    request.reject = (error) => {
      clearTimeout(timer);
      reject(error);
    };
  }

  private close(request: Request, reason: string): void {
    if (!request.isOpen) return;
    request.isOpen = false;
    const { queues } = this;
    queues[request.priority] = queues[request.priority].filter((job) => job.request !== request);
    request.reject(new EncoderUnavailable(reason));
    this.hold();
  }

  private hear(message: FromThread): void {
    clearTimeout(this.hang);
    if (message.kind === "failed") {
      this.fail(message.reason);
      return;
    }
    this.status = "ready";
    this.reason = null;
    if (message.kind === "encoded") this.deliver(message);
    this.next();
  }

  private deliver({ vectors, confidences, milliseconds }: Extract<FromThread, { kind: "encoded" }>): void {
    const { dimensions } = ENCODER;
    this.pauseMilliseconds = this.options.pauseMilliseconds;
    const characters = this.underWay.reduce((sum, { text }) => sum + text.length, 0);
    this.underWay.forEach(({ request, index, text }, n) => {
      request.work?.chargeElsewhere((milliseconds * text.length) / Math.max(1, characters));
      const vector = vectors.slice(n * dimensions, (n + 1) * dimensions);
      request.encodings[index] = { vector, confidence: confidences[n] ?? 0 };
      request.missing -= 1;
      if (request.missing > 0 || !request.isOpen) return;
      request.isOpen = false;
      request.resolve(request.encodings);
    });
    this.underWay = [];
  }

  /** Sends the next batch if the thread is free. */
  private next(): void {
    if (this.status === "ready" && this.underWay.length === 0) {
      this.underWay = this.takeBatch();
      if (this.underWay.length > 0) {
        this.watch();
        this.thread?.postMessage(this.underWay.map(({ text }) => text));
      }
    }
    this.hold();
  }

  private takeBatch(): Job[] {
    const batch: Job[] = [];
    let characters = 0;
    this.queues.interactive = leastUsedFirst(this.queues.interactive);
    for (const queue of [this.queues.interactive, this.queues.background]) {
      for (let job = queue[0]; job && batch.length < BATCH_TEXTS; job = queue[0]) {
        characters += job.text.length;
        if (batch.length > 0 && characters > BATCH_CHARACTERS) return batch;
        batch.push(job);
        queue.shift();
      }
    }
    return batch;
  }

  private watch(): void {
    clearTimeout(this.hang);
    this.hang = setTimeout(() => {
      const { thread } = this;
      this.restart("The encoder's thread did not respond.");
      if (thread) void endThread(thread);
    }, this.options.hangMilliseconds);
    this.hang.unref();
  }

  private restart(reason: string): void {
    this.leave("restarting", reason);
    const lost = this.underWay;
    this.underWay = [];
    for (const request of new Set(lost.map((job) => job.request))) {
      request.attempts += 1;
      if (request.attempts >= MAX_ATTEMPTS) this.close(request, reason);
    }
    this.queues.background.unshift(...lost.filter(({ request }) => request.isOpen));
    // Nothing should wait for the pause.
    for (const request of this.requests("interactive", lost)) this.close(request, reason);
    this.pause = setTimeout(() => {
      this.status = "idle";
      if (this.queues.background.length > 0) this.start();
    }, this.pauseMilliseconds);
    this.pauseMilliseconds = Math.min(this.pauseMilliseconds * 2, LONGEST_PAUSE_MILLISECONDS);
    this.hold();
  }

  private fail(reason: string): void {
    this.leave("failed", reason);
    const lost = this.underWay;
    this.underWay = [];
    for (const priority of ["interactive", "background"] as const) {
      for (const request of this.requests(priority, lost)) this.close(request, reason);
    }
  }

  private leave(status: EncoderStatus, reason: string): void {
    clearTimeout(this.hang);
    clearTimeout(this.pause);
    this.thread = null;
    this.status = status;
    this.reason = reason;
  }

  private requests(priority: Priority, lost: readonly Job[]): Set<Request> {
    const all = [...this.queues[priority], ...lost].map(({ request }) => request);
    return new Set(all.filter((request) => request.priority === priority));
  }

  /** Keeps the process running only while texts wait. */
  private hold(): void {
    const waits = this.underWay.length + this.queues.interactive.length + this.queues.background.length > 0;
    for (const held of [this.thread, this.pause]) {
      if (waits) held?.ref();
      else held?.unref();
    }
  }
}

/** Orders texts by how much time their callers have used. Those of one caller keep their order. */
function leastUsedFirst(jobs: readonly Job[]): Job[] {
  const used = new Map(jobs.map(({ request }) => [request, request.work?.used() ?? 0]));
  return jobs.toSorted((a, b) => (used.get(a.request) ?? 0) - (used.get(b.request) ?? 0));
}
