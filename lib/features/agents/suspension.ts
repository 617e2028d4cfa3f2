/** What the suspension of an agent ends. */
export interface SuspensionEffect {
  /** Its valid tokens, which can then only read and acknowledge. */
  tokens: number;
  /** Messages that it received in the last 30 days. */
  received: number;
  /** Whether it is verified now. */
  verified: boolean;
}

/** Returns the word that an operator types to suspend an agent: the last part of its DID. */
export const wordToSuspend = (did: string): string => did.split(":").at(-1) ?? did;
