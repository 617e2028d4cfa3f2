import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import Negotiator from "negotiator";
import { ownValue } from "@/lib/foundation/own-values";

/** The files that the build compresses, and their media types. */
const MEDIA_TYPES: Record<string, string> = {
  ".js": "application/javascript; charset=UTF-8",
  ".css": "text/css; charset=UTF-8",
};

/** Below this size, compression costs more than it saves. */
const MIN_BYTES = 1_024;
const COMPRESS = {
  br: promisify(brotliCompress),
  gzip: promisify(gzip),
};
/** Brotli's levels. A body that is kept is compressed once for many readers. */
const QUALITY = { once: 4, kept: 6 };

export type ContentEncoding = keyof typeof COMPRESS;

/** Returns the first offered encoding that the client accepts. */
function chosenEncoding({ headers }: IncomingMessage, offered: ContentEncoding[]): ContentEncoding | undefined {
  if (headers["accept-encoding"] === undefined) return undefined;
  const taken = new Negotiator({ headers }).encodings(offered);
  return offered.find((each) => taken.includes(each));
}

/**
 * Serves the precompressed version of a static file, if the build made one and the client accepts it.
 * @param files the static files by their paths; precompressed ones end in `.br`
 */
export function choosePrecompressed(
  request: IncomingMessage,
  response: ServerResponse,
  files: ReadonlyMap<string, string>,
): void {
  const path = request.url?.split("?", 1)[0] ?? "";
  const mediaType = ownValue(MEDIA_TYPES, /\.[a-z]+$/.exec(path)?.[0] ?? "");
  if (mediaType === undefined || !files.has(`${path}.br`)) return;
  response.setHeader("vary", "Accept-Encoding");
  if (chosenEncoding(request, ["br"]) === undefined) return;
  response.setHeader("content-encoding", "br");
  response.setHeader("content-type", mediaType);
  request.url = `${path}.br`;
}

/** Returns the encoding for a text, or undefined if it should be sent uncompressed. */
export function textEncoding(request: IncomingMessage, text: Uint8Array): ContentEncoding | undefined {
  if (text.byteLength < MIN_BYTES || request.method === "HEAD") return undefined;
  return chosenEncoding(request, ["br", "gzip"]);
}

export function compressText(
  encoding: ContentEncoding,
  text: Uint8Array,
  use: keyof typeof QUALITY = "once",
): Promise<Uint8Array> {
  return COMPRESS[encoding](text, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY[use] } });
}
