/** Why a sign-in with the provider failed, and what the sign-in page then says. `it` is the provider's name. */
export const SIGN_IN_FAILURES = {
  unreachable: (it: string) => `${it} does not respond. Try again later, or sign in with a token.`,
  denied: (it: string) => `${it} did not confirm who you are.`,
  expired: () => "This sign-in is older than 10 minutes, was used before, or began in another browser. Start again.",
  invalid: (it: string) => `The response from ${it} is not valid for this sign-in. You are not signed in. Start again.`,
  noRole: (it: string) =>
    `${it} confirmed who you are, but gives you no role here. Ask an owner of this federation for one.`,
  removed: () => "An owner has removed you from the operators.",
  linked: (it: string) => `This account at ${it} already belongs to another operator.`,
  limited: () => "Your token has a lower role than you. Sign in with a token of your whole role, then add the account.",
  lastOwner: (it: string) =>
    `${it} gives you a lower role, but you are the last owner with a token. Sign in with the token, and make another operator with a token an owner first.`,
  busy: () => "Too many sign-ins at the moment. Try again in a minute.",
  internal: () => "An internal error occurred, so nobody was signed in. Try again.",
} as const satisfies Record<string, (it: string) => string>;
export type FailureCode = keyof typeof SIGN_IN_FAILURES;

/** Thrown if a sign-in with the provider fails. Its cause may contain personal data, so it is never logged. */
export class SignInFailure extends Error {
  override readonly name = "SignInFailure";
  readonly code: FailureCode;
  /** A word for the log that describes the cause. */
  readonly reason: string | undefined;

  constructor(code: FailureCode, reason?: string) {
    super(code);
    this.code = code;
    this.reason = reason;
  }
}
