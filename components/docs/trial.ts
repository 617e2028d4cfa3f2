/** The response to a trial, as far as it has arrived. */
export interface Outcome {
  status: number;
  /** The time until the response began. */
  milliseconds: number;
  headers: [name: string, value: string][];
  text: string;
  ended: boolean;
}

export interface Trial {
  method: string;
  address: string;
  token: string;
  headers: Readonly<Record<string, string>>;
  body: string | undefined;
}

const SHOWN_HEADERS = [
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

/** Longer responses are cut off, because browsers render megabytes of text slowly. */
export const SHOWN_CHARACTERS = 60_000;

/** Returns JSON with line breaks, and other text unchanged. */
function readable(text: string, mediaType: string): string {
  if (!/\bjson\b/.test(mediaType)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** Sends a request to this service and reports each part of the response as it arrives, because a stream has no end. */
export async function send(
  { method, address, token, headers: given, body }: Trial,
  signal: AbortSignal,
  report: (outcome: Outcome) => void,
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
      ...given,
    },
    ...(body === undefined ? {} : { body }),
  });
  const headers = SHOWN_HEADERS.flatMap((name): [string, string][] => {
    const value = response.headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  const outcome = { status: response.status, milliseconds: performance.now() - began, headers };
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (let read = await reader?.read(); read && !read.done && text.length < SHOWN_CHARACTERS; ) {
    text += read.value;
    report({ ...outcome, text, ended: false });
    read = await reader?.read();
  }
  await reader?.cancel();
  report({ ...outcome, text: readable(text, response.headers.get("content-type") ?? ""), ended: true });
}
