import type { IncomingMessage } from "node:http";

/**
 * Waits until a body has arrived completely, or more than `maxBytes` of it, so a slow client blocks nothing else in the
 * meantime. The body can still be read.
 * @param keep gets what has arrived, if there is a body
 * @returns false if the client left earlier
 */
export async function bufferBody(
  request: IncomingMessage,
  maxBytes: number,
  keep: (body: Buffer) => void = () => {},
): Promise<boolean> {
  const isChunked = request.headers["transfer-encoding"] !== undefined;
  const bytes = Number(request.headers["content-length"] ?? 0);
  if (bytes === 0 && !isChunked) return true;
  if (request.destroyed) return false;
  const parts: Buffer[] = [];
  let received = 0;
  return new Promise((resolve) => {
    const leave = () => resolve(false);
    const take = () => {
      for (let part = request.read() as Buffer | null; part !== null; part = request.read() as Buffer | null) {
        parts.push(part);
        received += part.length;
      }
      const isComplete = isChunked ? request.complete : received >= bytes;
      if (!isComplete && received <= maxBytes) return;
      request.off("readable", take).off("close", leave);
      // In the same turn as the last read, because the stream would end in the next one.
      const body = Buffer.concat(parts);
      if (received > 0) request.unshift(body);
      keep(body);
      resolve(true);
    };
    request.on("readable", take).once("close", leave);
  });
}
