import type { IncomingMessage } from "node:http";

/**
 * Waits until a body has arrived completely, so a slow client blocks nothing else in the meantime. The body can still be
 * read.
 * @param bytes its length
 * @returns false if the client left earlier
 */
export async function bufferBody(request: IncomingMessage, bytes: number): Promise<boolean> {
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
      // In the same turn as the last read, because the stream would end in the next one.
      request.unshift(Buffer.concat(parts));
      resolve(true);
    };
    request.on("readable", take).once("close", leave);
  });
}
