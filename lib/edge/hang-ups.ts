import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * Tells every response that its client has left. Node tells only the one that has the connection; those that wait behind it,
 * to requests that were sent without waiting (RFC 9112, 9.3.2), would never end, nor what is counted until they do.
 */
export class HangUps {
  private readonly open = new WeakMap<Socket, Set<ServerResponse>>();

  watch({ socket }: IncomingMessage, response: ServerResponse): void {
    const known = this.open.get(socket);
    const responses = known ?? new Set();
    responses.add(response);
    response.once("close", () => responses.delete(response));
    if (known !== undefined) return;
    this.open.set(socket, responses);
    // After Node has told the one that has the connection.
    socket.once("close", () => setImmediate(() => this.tell(responses)));
  }

  private tell(responses: Iterable<ServerResponse>): void {
    for (const response of [...responses]) {
      response.destroy();
      response.emit("close");
    }
  }
}
