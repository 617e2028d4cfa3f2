import type { IncomingMessage } from "node:http";

/**
 * Waits until a body is here as a whole, so a client that sends it slowly holds up nothing else meanwhile. It stays to be
 * read.
 * @param bytes its length
 * @returns false if the client left before
 */
export async function receiveWhole(request: IncomingMessage, bytes: number): Promise<boolean> {
  if (bytes === 0) return true;
  const parts: Buffer[] = [];
  let received = 0;
  return new Promise((resolve) => {
    const leave = () => resolve(false);
    const take = () => {
      for (let part = request.read() as Buffer | null; part !== null; part = request.read() as Buffer | null) {
        parts.push(part);
        received += part.length;
      }
      if (received < bytes) return;
      request.off("readable", take).off("close", leave);
      // In the same turn as the last read: the stream would end in the next one.
      request.unshift(Buffer.concat(parts));
      resolve(true);
    };
    request.on("readable", take).once("close", leave);
  });
}
