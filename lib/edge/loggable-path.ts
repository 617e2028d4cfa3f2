/** Matches our tokens and the secrets of webhooks by their prefix. */
const SECRET = /fgs_[a-z]{3}_[\w%-]+|whsec_[\w+/=%-]+/gi;
const HAS_PREFIX = /fgs_|whsec_/i;
const MASK = "[secret]";
const MAX_CHARACTERS = 512;
/** More than a client encodes by mistake. */
const MAX_DECODINGS = 3;

/** Decodes visible ASCII, which all secrets are made from. */
const decoded = (path: string): string =>
  path.replace(/%([2-6][0-9a-f]|7[0-9a-e])/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));

/**
 * Returns a request's path for the log: without the query, which may contain a visitor's search, and without secrets. A
 * path without a secret stays as it was sent.
 * @param ownToken the token that an operator chose, which has no prefix
 */
export function loggablePath(url: string, ownToken: string | undefined): string {
  const sent = (url.split(/[?#]/, 1)[0] ?? "").slice(0, 16 * MAX_CHARACTERS);
  let plain = sent;
  let hasSecret = false;
  for (let time = 0; ; time += 1) {
    // The own token may itself look encoded, so each form is searched.
    const holdsOwn = ownToken !== undefined && plain.includes(ownToken);
    hasSecret ||= holdsOwn || HAS_PREFIX.test(plain);
    if (holdsOwn) plain = plain.replaceAll(ownToken, MASK);
    if (time === MAX_DECODINGS || !plain.includes("%")) break;
    plain = decoded(plain);
  }
  return (hasSecret ? plain.replace(SECRET, MASK) : sent).slice(0, MAX_CHARACTERS);
}
