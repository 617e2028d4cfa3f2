import { createSocket } from "node:dgram";
import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";

/** The records of a name. TXT records are lists of strings. */
export interface DnsEntry {
  txt?: readonly (readonly string[])[];
  /** IPv4 addresses. */
  a?: readonly string[];
  /** Another name that this one is an alias of. */
  alias?: string;
  /** The response code instead of records: 2 is SERVFAIL, 5 is REFUSED. */
  code?: number;
  /** No response. */
  silent?: true;
  /** Bytes that are not a DNS message. */
  garbage?: true;
}

const A = 1;
const TXT = 16;
const CNAME = 5;
const NXDOMAIN = 3;
/** Longer responses are cut, and requested again over TCP. */
const MAX_UDP_BYTES = 1_232;

const u16 = (...numbers: number[]) => {
  const bytes = Buffer.alloc(numbers.length * 2);
  for (const [at, number] of numbers.entries()) bytes.writeUInt16BE(number, at * 2);
  return bytes;
};
const encoded = (name: string) =>
  Buffer.concat([
    ...name.split(".").flatMap((label) => [Buffer.from([label.length]), Buffer.from(label)]),
    Buffer.alloc(1),
  ]);

function readName(message: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), end: at + 1 };
}

/** Encodes one record (RFC 1035, 4.1.3) with a lifetime of 0, which prevents caching. */
const record = (name: string, type: number, value: Buffer) =>
  Buffer.concat([encoded(name), u16(type, 1, 0, 0, value.length), value]);

/** Starts a name server on loopback for tests, over UDP and TCP. `entries` may change while it runs. */
export async function startDnsServer(entries: Map<string, DnsEntry>) {
  const asked: string[] = [];

  /** Returns the response. @returns null if it does not respond */
  function answer(message: Buffer): Buffer | null {
    const { name, end } = readName(message);
    const type = message.readUInt16BE(end);
    asked.push(name);
    const entry = entries.get(name);
    if (entry?.silent) return null;
    if (entry?.garbage) return Buffer.from("no DNS message");
    const records: Buffer[] = [];
    if (entry?.alias) records.push(record(name, CNAME, encoded(entry.alias)));
    const holder = entry?.alias ?? name;
    for (const address of (type === A && entries.get(holder)?.a) || []) {
      records.push(record(holder, A, Buffer.from(address.split(".").map(Number))));
    }
    for (const strings of (type === TXT && entries.get(holder)?.txt) || []) {
      const value = Buffer.concat(strings.flatMap((text) => [Buffer.from([text.length]), Buffer.from(text)]));
      records.push(record(holder, TXT, value));
    }
    const code = entry ? (entry.code ?? 0) : NXDOMAIN;
    const header = Buffer.concat([message.subarray(0, 2), u16(0x8180 | code, 1, records.length, 0, 0)]);
    return Buffer.concat([header, message.subarray(12, end + 4), ...records]);
  }

  function cut(whole: Buffer, question: Buffer): Buffer {
    if (whole.length <= MAX_UDP_BYTES) return whole;
    const header = Buffer.concat([whole.subarray(0, 2), u16(0x8380, 1, 0, 0, 0)]);
    return Buffer.concat([header, question.subarray(12, readName(question).end + 4)]);
  }

  const tcp = await listenBoth(answer);
  const { port } = tcp.address() as AddressInfo;
  const udp = createSocket("udp4");
  udp.on("message", (message, from) => {
    const whole = answer(message);
    if (whole) udp.send(cut(whole, message), from.port, from.address);
  });
  udp.bind(port, "127.0.0.1");
  await once(udp, "listening");
  return {
    address: `127.0.0.1:${port}`,
    asked,
    stop: () => {
      udp.close();
      tcp.close();
    },
  };
}

async function listenBoth(answer: (message: Buffer) => Buffer | null): Promise<Server> {
  const tcp = createServer((socket) => {
    socket.on("error", () => {});
    socket.on("data", (bytes) => {
      const whole = answer(bytes.subarray(2));
      if (whole) socket.write(Buffer.concat([u16(whole.length), whole]));
    });
  });
  await once(tcp.listen(0, "127.0.0.1"), "listening");
  return tcp;
}
