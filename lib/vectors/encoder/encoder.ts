import type { Worker } from "node:worker_threads";
import { startThread } from "@/lib/thread";
import { MAX_CHARACTERS } from "./legibility";
import { ENCODER } from "./model";

/** A caller waits for an interactive text; the index, for a background one. */
export type Priority = "interactive" | "background";

export interface Encoding {
  /** Of 512 numbers, unit length; the cosine of two says how alike the texts are in meaning. */
  vector: Float32Array;
  /** How well the model can read the text, 0 to 1: the weight that its vector deserves beside the words. */
  confidence: number;
}

/** What the thread says. `vectors` is those of a batch one after the other. */
export type FromThread =
  | { kind: "ready" }
  | { kind: "failed"; reason: string }
  | { kind: "encoded"; vectors: Float32Array; confidences: number[] };

/** `failed` is final, for weights that are damaged; `restarting` is not. */
export type EncoderStatus = "idle" | "loading" | "ready" | "restarting" | "failed";

export type EncoderThread = Pick<Worker, "on" | "postMessage" | "ref" | "terminate" | "unref">;

export interface EncoderOptions {
  start?: () => EncoderThread;
  /** How long an interactive text may wait, from its request to its vector. */
  waitMilliseconds?: number;
  /** After so long without an answer the thread is ended. */
  hangMilliseconds?: number;
  /** The pause before a thread that ended is started again; twice as long each time until one answers. */
  pauseMilliseconds?: number;
  /** Most texts that wait, for each priority. */
  mostWaiting?: number;
}

/** Why there are no vectors, in a sentence. The text can still be compared by its words. */
export class EncoderUnavailable extends Error {}

const LONGEST_PAUSE_MILLISECONDS = 60_000;
/** An interactive text waits for at most one such batch before its own. */
const BATCH_TEXTS = 32;
const BATCH_CHARACTERS = 1_000;
const MOST_ATTEMPTS = 2;

/** The texts of one call, which succeed or fail together. */
interface Request {
  priority: Priority;
  encodings: Encoding[];
  missing: number;
  attempts: number;
  isOpen: boolean;
  resolve: (encodings: Encoding[]) => void;
  reject: (error: EncoderUnavailable) => void;
}

interface Job {
  request: Request;
  index: number;
  text: string;
}

/**
 * The local encoder's queue. Its thread starts with the first text, and takes batches, interactive texts first. A thread
 * that dies or hangs is started again after a pause; background texts that it had are tried once more.
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
      start: () => startThread("vectors/encoder/worker"),
      ...{ waitMilliseconds: 1_000, hangMilliseconds: 30_000, pauseMilliseconds: 1_000, mostWaiting: 4_096 },
      ...options,
    };
    this.pauseMilliseconds = this.options.pauseMilliseconds;
  }

  /** What it does now, and why it does not answer. */
  state(): { status: EncoderStatus; reason: string | null } {
    return { status: this.status, reason: this.reason };
  }

  /** Loads the model, if that has not begun. */
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
   * Encodes texts, of which the first 512 characters are read.
   * @returns an encoding for each
   * @throws EncoderUnavailable where the queue is full, the thread cannot start or has ended, or an interactive text would
   * wait too long
   */
  embedTexts(texts: readonly string[], priority: Priority): Promise<Encoding[]> {
    const refusal = this.refusal(texts.length, priority);
    if (refusal !== null) return Promise.reject(new EncoderUnavailable(refusal));
    if (texts.length === 0) return Promise.resolve([]);
    return new Promise((resolve, reject) => {
      const request = { priority, encodings: [], missing: texts.length, attempts: 0, isOpen: true, resolve, reject };
      if (priority === "interactive") this.limit(request);
      this.queues[priority].push(
        ...texts.map((text, index) => ({ request, index, text: text.slice(0, MAX_CHARACTERS) })),
      );
      this.start();
      this.next();
    });
  }

  /** Ends the thread; what waits fails. */
  async end(): Promise<void> {
    const { thread } = this;
    this.fail("The encoder was ended.");
    await thread?.terminate();
  }

  private refusal(count: number, priority: Priority): string | null {
    if (this.status === "failed") return this.reason;
    if (this.status === "restarting" && priority === "interactive") return this.reason;
    if (this.queues[priority].length + count > this.options.mostWaiting) return "Too many texts wait for the encoder.";
    return null;
  }

  private limit(request: Request): void {
    const timer = setTimeout(
      () => this.close(request, "The encoder did not answer in time."),
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

  private deliver({ vectors, confidences }: Extract<FromThread, { kind: "encoded" }>): void {
    const { dimensions } = ENCODER;
    this.pauseMilliseconds = this.options.pauseMilliseconds;
    this.underWay.forEach(({ request, index }, n) => {
      const vector = vectors.slice(n * dimensions, (n + 1) * dimensions);
      request.encodings[index] = { vector, confidence: confidences[n] ?? 0 };
      request.missing -= 1;
      if (request.missing > 0 || !request.isOpen) return;
      request.isOpen = false;
      request.resolve(request.encodings);
    });
    this.underWay = [];
  }

  /** Sends the next batch, if the thread is free. */
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
      this.restart("The encoder's thread did not answer.");
      void thread?.terminate();
    }, this.options.hangMilliseconds);
    this.hang.unref();
  }

  private restart(reason: string): void {
    this.leave("restarting", reason);
    const lost = this.underWay;
    this.underWay = [];
    for (const request of new Set(lost.map((job) => job.request))) {
      request.attempts += 1;
      if (request.attempts >= MOST_ATTEMPTS) this.close(request, reason);
    }
    this.queues.background.unshift(...lost.filter(({ request }) => request.isOpen));
    // Nobody waits for the pause.
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

  /** Keeps the process running while texts wait, and no longer. */
  private hold(): void {
    const waits = this.underWay.length + this.queues.interactive.length + this.queues.background.length > 0;
    for (const held of [this.thread, this.pause]) {
      if (waits) held?.ref();
      else held?.unref();
    }
  }
}
