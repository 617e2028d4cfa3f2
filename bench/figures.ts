/** What one server did in one scenario. */
export interface Figures {
  perSecond: number;
  p50Milliseconds: number;
  p99Milliseconds: number;
}

/** A scenario's figures at one number of agents. */
export interface Row {
  scenario: string;
  agents: number;
  service: Figures;
  bare: Figures | null;
  /** The service's time per request over the bare server's, median of the rounds. */
  ratio: number | null;
  /** The service's time per request over that with the fewest agents; 1 there. */
  growth: number;
}

/** One run of the bench on one engine. */
export interface Result {
  provenance: string;
  rows: Row[];
}
