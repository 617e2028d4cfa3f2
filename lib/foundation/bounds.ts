/**
 * The bounds of what others send, in one list: characters of a text, items of a list, bytes of a document. Work on such a
 * text, such as an expression, costs at most what its bound allows.
 */
export const BOUNDS = {
  /** A name, a title or a label. */
  name: 200,
  /** One line of text, such as the value of a setting. */
  line: 500,
  reason: 1_000,
  /** A note about progress. */
  note: 2_000,
  description: 4_000,
  report: 8_000,
  /** RFC 5321. */
  email: 254,
  /** A URL. */
  address: 2_048,
  version: 100,
  /** An identifier, such as a DID, a package or an image. */
  identifier: 255,
  /** A time in ISO 8601. */
  instant: 64,
  /** A key or a token that the caller chooses or repeats. */
  key: 200,
  question: 1_000,
  /** Any other text of a manifest, or a text to search by. */
  text: 16_384,
  items: 1_000,
  manifestBytes: 61_440,
} as const;

/** The bounds of a list that a form of the console imports. Longer ones are for the command. */
export const LIST_BOUNDS = {
  /** Also of the form's body. `next.config.mjs` repeats it. */
  bytes: 8_388_608,
  records: 2_000,
  /** Lines, lists, objects and their items. The time and memory of parsing depend on them. */
  parts: 1_000_000,
} as const;
