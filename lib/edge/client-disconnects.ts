import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * Closes every response when its client has left. Node closes only the one that has the connection. Responses to pipelined
 * requests (RFC 9112, 9.3.2) that wait for it would never end, and neither would their counts.
 */
export class ClientDisconnects {
  private readonly open = new WeakMap<Socket, Set<ServerResponse>>();

  watch({ socket }: IncomingMessage, response: ServerResponse): void {
    const known = this.open.get(socket);
    const responses = known ?? new Set();
    responses.add(response);
    response.once("close", () => responses.delete(response));
    if (known !== undefined) return;
    this.open.set(socket, responses);
    // After Node has closed the response that has the connection.
    socket.once("close", () => setImmediate(() => this.tell(responses)));
  }

  private tell(responses: Iterable<ServerResponse>): void {
    for (const response of [...responses]) {
      response.destroy();
      response.emit("close");
    }
  }
}
