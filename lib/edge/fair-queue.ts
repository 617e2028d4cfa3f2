/** How long a caller may start requests before others have their turn. */
const SLICE_MILLISECONDS = 1;

interface Turn {
  since: number;
  waiting: (() => void)[];
}

/**
 * Lets callers take turns. Node starts all requests that have arrived before it continues with others. Without turns, a
 * caller with many requests would delay each step of every other caller's request.
 */
export class FairQueue {
  /** The callers that had a turn in this turn of the event loop. */
  private readonly turns = new Map<string, Turn>();
  private readonly now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.now = now;
  }

  /** Starts a request now, or in a later turn of the event loop if its caller has used its slice. Their order is kept. */
  take(caller: string, begin: () => void): void {
    const turn = this.turns.get(caller);
    if (turn === undefined) {
      if (this.turns.size === 0) setImmediate(() => this.next());
      this.turns.set(caller, { since: this.now(), waiting: [] });
      begin();
    } else if (turn.waiting.length === 0 && this.now() - turn.since < SLICE_MILLISECONDS) begin();
    else turn.waiting.push(begin);
  }

  private next(): void {
    const begun: (() => void)[] = [];
    for (const [caller, turn] of this.turns) {
      const begin = turn.waiting.shift();
      if (begin === undefined) this.turns.delete(caller);
      else begun.push(begin);
    }
    if (this.turns.size > 0) setImmediate(() => this.next());
    for (const begin of begun) begin();
  }
}
