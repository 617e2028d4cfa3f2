import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";

/** A received e-mail: the envelope's recipient and the message as it was transmitted. */
interface Received {
  to: string;
  data: string;
}

/** A mail server with the part of SMTP (RFC 5321) that is needed to receive an e-mail. */
export interface MailServer {
  url: string;
  /** Returns the next e-mail, received already or later. */
  next: () => Promise<Received>;
  /** The error for a sender; null: the e-mail is accepted. */
  refuseWith: (answer: string | null) => void;
  stop: () => void;
}

export async function startMailServer(): Promise<MailServer> {
  let rejection: string | null = null;
  const arrived: Received[] = [];
  const waiting: ((letter: Received) => void)[] = [];
  const take = (letter: Received) => {
    const waiter = waiting.shift();
    if (waiter) waiter(letter);
    else arrived.push(letter);
  };
  const server: Server = createServer((socket) => converse(socket, () => rejection, take));
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    next: () => {
      const letter = arrived.shift();
      return letter ? Promise.resolve(letter) : new Promise((resolve) => waiting.push(resolve));
    },
    refuseWith: (answer) => {
      rejection = answer;
    },
    stop: () => server.close(),
  };
}

function converse(socket: Socket, rejection: () => string | null, take: (letter: Received) => void): void {
  let heard = "";
  let to = "";
  let inData = false;
  const say = (line: string) => socket.write(`${line}\r\n`);
  const answer = (line: string) => {
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === "MAIL") return say(rejection() ?? "250 ok");
    if (verb === "RCPT") to = /<(.*)>/.exec(line)?.[1] ?? "";
    if (verb === "DATA") inData = true;
    if (verb === "QUIT") return socket.end("221 bye\r\n");
    return say(verb === "DATA" ? "354 go on" : "250 ok");
  };
  socket.on("error", () => {});
  socket.setEncoding("utf8").on("data", (chunk) => {
    heard += chunk;
    for (;;) {
      const end = heard.indexOf(inData ? "\r\n.\r\n" : "\r\n");
      if (end < 0) return;
      const said = heard.slice(0, end);
      heard = heard.slice(end + (inData ? 5 : 2));
      if (!inData) answer(said);
      else {
        inData = false;
        take({ to, data: said });
        say("250 taken");
      }
    }
  });
  say("220 here");
}
