import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import Negotiator from "negotiator";

/** What the build compresses, and what it is once the browser has opened it. */
const MEDIA_TYPES: Record<string, string> = {
  ".js": "application/javascript; charset=UTF-8",
  ".css": "text/css; charset=UTF-8",
};

/** Below this, compressing costs more than it saves. */
const MIN_BYTES = 1_024;
const COMPRESS = {
  br: promisify(brotliCompress),
  gzip: promisify(gzip),
};
const OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

export type Encoding = keyof typeof COMPRESS;

/** The first of the offered encodings that the client takes. */
function chosenEncoding({ headers }: IncomingMessage, offered: Encoding[]): Encoding | undefined {
  if (headers["accept-encoding"] === undefined) return undefined;
  const taken = new Negotiator({ headers }).encodings(offered);
  return offered.find((each) => taken.includes(each));
}

/**
 * Lets a static file be answered by its twin that the build compressed, where there is one and the client takes it.
 * @param files the static files by their paths; a twin's ends in `.br`
 */
export function chooseEncoding(
  request: IncomingMessage,
  response: ServerResponse,
  files: ReadonlyMap<string, string>,
): void {
  const path = request.url?.split("?", 1)[0] ?? "";
  const mediaType = MEDIA_TYPES[/\.[a-z]+$/.exec(path)?.[0] ?? ""];
  if (mediaType === undefined || !files.has(`${path}.br`)) return;
  response.setHeader("vary", "Accept-Encoding");
  if (chosenEncoding(request, ["br"]) === undefined) return;
  response.setHeader("content-encoding", "br");
  response.setHeader("content-type", mediaType);
  request.url = `${path}.br`;
}

/** The encoding to send a text in; undefined where it is better sent as it is. */
export function textEncoding(request: IncomingMessage, text: Uint8Array): Encoding | undefined {
  if (text.byteLength < MIN_BYTES || request.method === "HEAD") return undefined;
  return chosenEncoding(request, ["br", "gzip"]);
}

export function compressText(encoding: Encoding, text: Uint8Array): Promise<Uint8Array> {
  return COMPRESS[encoding](text, OPTIONS);
}
