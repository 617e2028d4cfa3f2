// A witness and a log of others, written from the C2SP specifications (tlog-witness, tlog-cosignature, tlog-checkpoint,
// signed-note) and RFC 6962 alone. It imports nothing of this project, so a mistake there is not repeated here.
import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

const sha256 = (...parts: (Uint8Array | string)[]) => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
};
export const leafHash = (entry: string) => sha256(Buffer.of(0), entry);

/** The largest power of two below n. */
const split = (n: number): number => 2 ** (Math.ceil(Math.log2(n)) - 1);

/** RFC 6962, 2.1. */
export function treeHash(leaves: readonly Buffer[]): Buffer {
  const [first] = leaves;
  if (first === undefined) return sha256("");
  if (leaves.length === 1) return first;
  const k = split(leaves.length);
  return sha256(Buffer.of(1), treeHash(leaves.slice(0, k)), treeHash(leaves.slice(k)));
}

/** RFC 6962, 2.1.2: SUBPROOF. */
function subproof(m: number, leaves: readonly Buffer[], isWhole: boolean): Buffer[] {
  const n = leaves.length;
  if (m === n) return isWhole ? [] : [treeHash(leaves)];
  const k = split(n);
  if (m <= k) return [...subproof(m, leaves.slice(0, k), isWhole), treeHash(leaves.slice(k))];
  return [...subproof(m - k, leaves.slice(k), false), treeHash(leaves.slice(0, k))];
}

/** Computes the old and the new root from a proof, by the recursion of 2.1.2. @returns null if its length is wrong */
function rootsOf(m: number, n: number, proof: Buffer[], oldRoot: Buffer, isWhole: boolean): [Buffer, Buffer] | null {
  if (m === n) {
    const own = isWhole ? oldRoot : proof.shift();
    return own ? [own, own] : null;
  }
  const k = split(n);
  const sibling = proof.pop();
  if (!sibling) return null;
  if (m <= k) {
    const left = rootsOf(m, k, proof, oldRoot, isWhole);
    return left && [left[0], sha256(Buffer.of(1), left[1], sibling)];
  }
  const right = rootsOf(m - k, n - k, proof, oldRoot, false);
  return right && [sha256(Buffer.of(1), sibling, right[0]), sha256(Buffer.of(1), sibling, right[1])];
}

export function isConsistent(m: number, oldRoot: Buffer, n: number, newRoot: Buffer, proof: Buffer[]): boolean {
  if (m === 0) return proof.length === 0;
  if (m === n) return proof.length === 0 && oldRoot.equals(newRoot);
  const rest = [...proof];
  const roots = rootsOf(m, n, rest, oldRoot, true);
  return roots !== null && rest.length === 0 && roots[0].equals(oldRoot) && roots[1].equals(newRoot);
}

/** A key under a name, of type 1 (logs) or 4 (cosignatures of witnesses). */
export class NamedKey {
  readonly name: string;
  readonly type: number;
  private readonly key: KeyObject;
  private readonly bytes: Buffer;
  private readonly id: Buffer;

  constructor(name: string, type: 1 | 4) {
    this.name = name;
    this.type = type;
    this.key = generateKeyPairSync("ed25519").privateKey;
    const { x = "" } = createPublicKey(this.key).export({ format: "jwk" });
    this.bytes = Buffer.concat([Buffer.of(type), Buffer.from(x, "base64url")]);
    this.id = sha256(`${name}\n`, this.bytes).subarray(0, 4);
  }

  get vkey(): string {
    return `${this.name}+${this.id.toString("hex")}+${this.bytes.toString("base64")}`;
  }

  /** Returns the signature line of a note. @param time only of a cosignature */
  line(text: string, time = Math.floor(Date.now() / 1_000)): string {
    const stamp = Buffer.alloc(8);
    stamp.writeBigUInt64BE(BigInt(time));
    const signed =
      this.type === 1
        ? [sign(null, Buffer.from(text), this.key)]
        : [stamp, sign(null, Buffer.from(`cosignature/v1\ntime ${time}\n${text}`), this.key)];
    return `— ${this.name} ${Buffer.concat([this.id, ...signed]).toString("base64")}\n`;
  }
}

/** Returns whether a line is the signature of a verifier key on a text. */
export function isSignedBy(vkey: string, text: string, line: string): boolean {
  const [name, id = "", ...encoded] = vkey.split("+");
  const bytes = Buffer.from(encoded.join("+"), "base64");
  const [dash, signer, blob = "", ...more] = line.split(" ");
  const signed = Buffer.from(blob, "base64");
  if (dash !== "—" || signer !== name || more.length > 0 || signed.toString("hex", 0, 4) !== id) return false;
  const key = createPublicKey({
    key: { kty: "OKP", crv: "Ed25519", x: bytes.toString("base64url", 1) },
    format: "jwk",
  });
  if (bytes[0] === 1) return verify(null, Buffer.from(text), key, signed.subarray(4));
  const message = `cosignature/v1\ntime ${signed.readBigUInt64BE(4)}\n${text}`;
  return verify(null, Buffer.from(message), key, signed.subarray(12));
}

const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Sets a bit of a signature line's base64 that belongs to no byte. Lenient decoders read the same signature. */
export const withSpareBits = (line: string) =>
  line.replace(/(.)(=+\n)$/, (_, last: string, end: string) => `${BASE64[BASE64.indexOf(last) + 1]}${end}`);

/** A log, with what it sends to a witness. */
export class ForeignLog {
  readonly key: NamedKey;
  leaves: Buffer[];

  constructor(origin: string, entries: readonly string[]) {
    this.key = new NamedKey(origin, 1);
    this.leaves = entries.map(leafHash);
  }

  text(size = this.leaves.length): string {
    return `${this.key.name}\n${size}\n${treeHash(this.leaves.slice(0, size)).toString("base64")}\n`;
  }

  note(size = this.leaves.length): string {
    return `${this.text(size)}\n${this.key.line(this.text(size))}`;
  }

  proof(old: number, size = this.leaves.length): Buffer[] {
    return old === 0 ? [] : subproof(old, this.leaves.slice(0, size), true);
  }

  request(old: number, size = this.leaves.length): string {
    const lines = this.proof(old, size).map((hash) => `${hash.toString("base64")}\n`);
    return `old ${old}\n${lines.join("")}\n${this.note(size)}`;
  }
}

export interface Answer {
  status: number;
  body?: string;
  headers?: Record<string, string>;
}

/** A witness over HTTP. It keeps its states in memory. */
export class ForeignWitness {
  readonly key: NamedKey;
  readonly states = new Map<string, { size: number; root: Buffer }>();
  /** Each request that it got, with its time. */
  readonly asked: { at: number; body: string }[] = [];
  /** How many checkpoints it cosigned. */
  cosigned = 0;
  /** What it answers in place of the truth; undefined: the truth. */
  lie: ((body: string, response: ServerResponse) => Answer | undefined | "nothing") | undefined;
  private readonly logs = new Map<string, string>();
  private readonly server = createServer((request, response) => void this.serve(request, response));

  /** @param logs verifier keys */
  constructor(name: string, logs: readonly string[]) {
    this.key = new NamedKey(name, 4);
    for (const vkey of logs) this.know(vkey);
  }

  know(vkey: string): void {
    this.logs.set(vkey.split("+")[0] ?? "", vkey);
  }

  async listen(port = 0): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(port, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    this.asked.push({ at: Date.now(), body });
    const isAsked = request.method === "POST" && request.url === "/add-checkpoint";
    const answer = isAsked ? (this.lie?.(body, response) ?? this.addCheckpoint(body)) : { status: 404 };
    if (answer === "nothing") return;
    response.writeHead(answer.status, answer.headers).end(answer.body);
  }

  addCheckpoint(body: string): Answer {
    const [first = "", ...proofLines] = (body.split("\n\n", 1)[0] ?? "").split("\n");
    const note = body.slice(body.indexOf("\n\n") + 2);
    const [word, oldText = "", ...more] = first.split(" ");
    const isProof = proofLines.length < 64 && proofLines.every((line) => Buffer.from(line, "base64").length === 32);
    if (word !== "old" || more.length > 0 || !/^(0|[1-9][0-9]*)$/.test(oldText) || !isProof) return { status: 400 };
    const end = note.lastIndexOf("\n\n");
    const text = note.slice(0, end + 1);
    const [origin = "", sizeText = "", rootText = ""] = text.split("\n");
    if (end < 0 || !/^(0|[1-9][0-9]*)$/.test(sizeText)) return { status: 400 };
    const vkey = this.logs.get(origin);
    if (vkey === undefined) return { status: 404 };
    const lines = note.slice(end + 2).split("\n");
    if (!lines.some((line) => isSignedBy(vkey, text, line))) return { status: 403 };
    const [old, size, root] = [Number(oldText), Number(sizeText), Buffer.from(rootText, "base64")];
    if (old > size) return { status: 400 };
    const state = this.states.get(origin) ?? { size: 0, root: sha256("") };
    if (old !== state.size) {
      return { status: 409, body: `${state.size}\n`, headers: { "content-type": "text/x.tlog.size" } };
    }
    const proof = proofLines.map((line) => Buffer.from(line, "base64"));
    const isWhole = size > 0 || root.equals(sha256(""));
    if (!isWhole || !isConsistent(old, state.root, size, root, proof)) return { status: 422 };
    this.states.set(origin, { size, root });
    this.cosigned += 1;
    return { status: 200, body: this.key.line(text) };
  }
}
