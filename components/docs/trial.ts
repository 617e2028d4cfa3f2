/** What came back from a trial, as far as it has come. */
export interface Outcome {
  status: number;
  /** Until the answer began. */
  milliseconds: number;
  headers: [name: string, value: string][];
  text: string;
  ended: boolean;
}

export interface Trial {
  method: string;
  address: string;
  token: string;
  body: string | undefined;
}

/** The headers that a reader learns something from. */
const TELLING = [
  "content-type",
  "x-request-id",
  "x-ratelimit-limit",
  "x-ratelimit-remaining",
  "x-ratelimit-reset",
  "retry-after",
  "etag",
  "allow",
  "www-authenticate",
];

/** More than this is cut off: a browser draws no megabytes of text gladly. */
export const SHOWN_CHARACTERS = 60_000;

/** JSON with its lines broken; anything else as it came. */
function readable(text: string, mediaType: string): string {
  if (!/\bjson\b/.test(mediaType)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** Sends a request to this service, and tells what comes back as it comes: a stream has no end. */
export async function send(
  { method, address, token, body }: Trial,
  signal: AbortSignal,
  tell: (outcome: Outcome) => void,
): Promise<void> {
  const began = performance.now();
  const response = await fetch(address, {
    method,
    signal,
    credentials: "omit",
    cache: "no-store",
    headers: {
      accept: "application/json, text/event-stream, */*;q=0.1",
      ...(token === "" ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body }),
  });
  const headers = TELLING.flatMap((name): [string, string][] => {
    const value = response.headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  const outcome = { status: response.status, milliseconds: performance.now() - began, headers };
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (let read = await reader?.read(); read && !read.done && text.length < SHOWN_CHARACTERS; ) {
    text += read.value;
    tell({ ...outcome, text, ended: false });
    read = await reader?.read();
  }
  await reader?.cancel();
  tell({ ...outcome, text: readable(text, response.headers.get("content-type") ?? ""), ended: true });
}
