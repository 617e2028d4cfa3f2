// Audits a whole log of this service, and remembers it: node audit.mjs https://the.service/log/anchors --key KEY --state FILE
// Checks an evidence pack of an agent, offline: node audit.mjs pack.zip --keys jwks.json
//
// Reads the log's tiles (C2SP tlog-tiles) from an address or from a folder, recomputes everything, and trusts nobody but
// the keys that you give: the log's, and those of witnesses. Node 20 or later, no packages.
//
//   --key KEY        a verifier key of the log (repeat it for several), as at /log of the service
//   --keys FILE      of a pack: a copy of the service's /.well-known/jwks.json that you saved yourself
//   --policy FILE    keys of the log and of witnesses, and the quorum (C2SP tlog-policy)
//   --max-age SECS   cosignatures of the newest checkpoint that are older do not count
//   --state FILE     what was seen last. The next audit begins there, and finds a fork or a roll-back
//   --proof FILE     a C2SP tlog-proof (repeat it for several). Its entry must be in this log, and its tree a part of it
//
// Ends with 0 if all is whole and signed, 1 if something is NOT WHOLE, 2 if something was NOT CHECKED, 3 if the log was
// FORKED or ROLLED BACK, 4 if the log is whole but NOT WITNESSED by the policy's quorum. Of a pack, it first says for each
// file whether all that it says is proven by the log, only stated by the service's signature, or erased. That nothing is
// missing is only stated. Without keys, a pack can only agree with itself, so the result is 2. A policy must have its quorum on
// both checkpoints of a pack, which has the cosignatures of the moment in which it was made.
import { createHash, createPublicKey, verify } from "node:crypto";
import { readFileSync, realpathSync, renameSync, statSync, writeFileSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { inflateRawSync } from "node:zlib";

const WIDTH = 256; // hashes, or entries, of a full tile
const HASH = 32; // bytes of a hash
const AHEAD = 16; // bundles that are fetched at once
const TRIES = 8; // of a request that fails or must wait
const MAX_PART = WIDTH * (2 + 65_535); // bytes of the largest bundle, and so of any part
const EXITS = { "NOT WHOLE": 1, "NOT CHECKED": 2, FORKED: 3, "ROLLED BACK": 3, "NOT WITNESSED": 4 };

/** The result of an audit that found something. */
class Finding extends Error {
  /** @param said a sentence, or one with lines about single files */
  constructor(kind, said) {
    super([said].flat()[0]);
    this.kind = kind;
    this.sentences = [said].flat();
  }
}
const notWhole = (sentence) => new Finding("NOT WHOLE", sentence);
const notChecked = (sentence) => new Finding("NOT CHECKED", sentence);

// ---- The tree (RFC 6962, 2.1)

const sha256 = (bytes) => createHash("sha256").update(bytes).digest();

const LEAF_PREFIX = Buffer.of(0);
const leafHash = (record) => createHash("sha256").update(LEAF_PREFIX).update(record).digest();

const pair = Buffer.alloc(1 + 2 * HASH, 1);
function nodeHash(left, right) {
  left.copy(pair, 1);
  right.copy(pair, 1 + HASH);
  return sha256(pair);
}

/** A growing tree. Keeps only the roots of its perfect subtrees, the largest first. */
class Tree {
  constructor(size = 0, roots = []) {
    this.size = size;
    this.roots = [...roots];
  }

  /** Adds a leaf. @param onNode is called with the level, the index and the hash of the leaf and of each completed subtree */
  append(leaf, onNode = () => {}) {
    let [hash, index, level] = [leaf, this.size, 0];
    onNode(level, index, hash);
    for (; index % 2 === 1; index = (index - 1) / 2) {
      hash = nodeHash(this.roots.pop(), hash);
      level += 1;
      onNode(level, (index - 1) / 2, hash);
    }
    this.roots.push(hash);
    this.size += 1;
  }

  root() {
    return this.roots.length === 0 ? sha256("") : this.roots.reduceRight((right, left) => nodeHash(left, right));
  }
}

/** Returns the root to which an inclusion proof leads (RFC 9162, 2.1.3.2), or null if its length is wrong. */
function rootOfPath(leaf, index, size, hashes) {
  let [hash, at, last] = [leaf, index, size - 1];
  for (const sibling of hashes) {
    if (last === 0) return null;
    if (at % 2 === 1 || at === last) {
      hash = nodeHash(sibling, hash);
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)];
    } else {
      hash = nodeHash(hash, sibling);
    }
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 ? hash : null;
}

// ---- Notes, keys and policies (C2SP signed-note, tlog-checkpoint, tlog-cosignature, tlog-policy)

const ED25519 = 1;
const COSIGNATURE = 4;
const SPKI_ED25519 = Buffer.from("302a300506032b6570032100", "hex");

/** Parses a verifier key: `name+id+key`. @throws Error with a reason */
function readKey(text, type) {
  const [, name, id, encoded] = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+=*)$/.exec(text) ?? [];
  const bytes = Buffer.from(encoded ?? "", "base64");
  if (bytes.length !== 1 + HASH || bytes.toString("base64") !== encoded) throw new Error(`${text} is no verifier key of Ed25519`);
  if (bytes[0] !== type) throw new Error(`${text} has the type ${bytes[0]}. Only type ${type} is checked here`);
  if (sha256(Buffer.concat([Buffer.from(`${name}\n`), bytes])).toString("hex", 0, 4) !== id) {
    throw new Error(`the id in ${text} is not that of its key`);
  }
  const der = Buffer.concat([SPKI_ED25519, bytes.subarray(1)]);
  return { name, id, raw: bytes.toString("hex", 1), key: createPublicKey({ key: der, format: "der", type: "spki" }) };
}

/** Parses a checkpoint without checking who signed it. */
function readCheckpoint(bytes, where) {
  const malformed = (why) => notWhole(`${where} is no checkpoint: ${why}`);
  const note = bytes.toString("utf8");
  if (!Buffer.from(note).equals(bytes)) throw malformed("it is not UTF-8");
  if (/[\0-\x09\x0b-\x1f]/.test(note)) throw malformed("it has a control character");
  const end = note.lastIndexOf("\n\n");
  if (end < 0 || !note.endsWith("\n")) throw malformed("it has no signatures");
  const text = note.slice(0, end + 1);
  const [origin, sizeLine, rootLine] = text.split("\n");
  const [size, root] = [Number(sizeLine), Buffer.from(rootLine ?? "", "base64")];
  if (!/^(0|[1-9]\d*)$/.test(sizeLine) || !Number.isSafeInteger(size)) throw malformed("its second line is no size");
  if (root.length !== HASH || root.toString("base64") !== rootLine) throw malformed("its third line is no hash");
  const signatures = note
    .slice(end + 2, -1)
    .split("\n")
    .map((line) => {
      const [, name, encoded] = /^— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/.exec(line) ?? [];
      const signed = Buffer.from(encoded ?? "", "base64");
      if (name === undefined || signed.toString("base64") !== encoded) throw malformed("a signature line is malformed");
      return { name, id: signed.toString("hex", 0, 4), signed: signed.subarray(4) };
    });
  return { note, text, origin, size, root, signatures, where };
}

/** Returns whether a key of the log signed a checkpoint. @throws Finding if a signature of that key is wrong */
function isSignedBy(checkpoint, { name, id, key }) {
  const own = checkpoint.signatures.filter((each) => each.name === name && each.id === id);
  for (const { signed } of own) {
    if (signed.length === 64 && verify(null, Buffer.from(checkpoint.text), key, signed)) continue;
    throw notWhole(`${checkpoint.where} of ${checkpoint.size} entries has a wrong signature of the key ${id} of ${name}`);
  }
  return own.length > 0;
}

/**
 * Returns whether a witness cosigned a checkpoint.
 * @param since seconds since 1970; older cosignatures do not count
 * @throws Finding if its signature is wrong
 */
function isCosignedBy(checkpoint, { name, id, key }, since = 0) {
  const own = checkpoint.signatures.filter((each) => each.name === name && each.id === id);
  const times = own.map(({ signed }) => {
    if (signed.length === 8 + 64) {
      const time = signed.readBigUInt64BE();
      const message = `cosignature/v1\ntime ${time}\n${checkpoint.text}`;
      if (verify(null, Buffer.from(message), key, signed.subarray(8))) return Number(time);
    }
    throw notWhole(`${checkpoint.where} of ${checkpoint.size} entries has a wrong cosignature of the witness ${name}`);
  });
  return times.some((time) => time >= since);
}

const asUtf8 = (text) => Buffer.from(text, "latin1").toString("utf8");

/** Parses a policy. @returns the log's keys, and a function that names the quorum that a checkpoint lacks, or null */
function readPolicy(file) {
  const bytes = readFileSync(file);
  const logs = [];
  const members = new Map(); // by name: a function that returns whether it witnessed a checkpoint
  const witnesses = [];
  const grouped = new Set();
  let quorum;
  const take = (name) => {
    if (!members.has(name)) throw new Error(`${name} is not defined above`);
    return members.get(name);
  };
  const define = (name, isWitnessed) => {
    if (name === undefined || name === "none" || members.has(name)) throw new Error(`the name ${name} is taken or missing`);
    members.set(name, isWitnessed);
  };
  const once = (keys, key) => {
    if (keys.some(({ raw }) => raw === key.raw)) throw new Error(`the key of ${key.name} is there twice`);
    keys.push(key);
    return key;
  };
  const count = (words, [min, max]) => {
    if (words.length < min || words.length > max) throw new Error("it has too few or too many words");
  };
  const read = (words) => {
    const [kind, name, ...rest] = words;
    if (kind === "log") {
      count(words, [2, 3]);
      once(logs, readKey(asUtf8(name), ED25519));
    } else if (kind === "witness") {
      count(words, [3, 4]);
      const key = once(witnesses, readKey(asUtf8(rest[0]), COSIGNATURE));
      define(name, (checkpoint, since) => isCosignedBy(checkpoint, key, since));
    } else if (kind === "group") {
      count(words, [4, Number.POSITIVE_INFINITY]);
      const [size, ...names] = rest;
      const least = size === "all" ? names.length : size === "any" ? 1 : /^[1-9]\d*$/.test(size) ? Number(size) : 0;
      if (least < 1 || least > names.length) throw new Error(`${size} is not all, any or a number up to ${names.length}`);
      const isWitnessed = names.map(take);
      for (const each of names) {
        if (grouped.has(each)) throw new Error(`${each} is in a group twice`);
        grouped.add(each);
      }
      define(name, (...asked) => isWitnessed.filter((each) => each(...asked)).length >= least);
    } else if (kind === "quorum") {
      count(words, [2, 2]);
      if (quorum) throw new Error("it is the second quorum");
      const isReached = name === "none" ? () => true : take(name);
      quorum = { name, isReached };
    } else {
      throw new Error(`${kind} is not log, witness, group or quorum`);
    }
  };
  // Octets with the high bit are opaque in a policy, as they are in latin1. Names in keys are UTF-8.
  const lines = bytes.toString("latin1").split("\n");
  for (const [at, line] of lines.entries()) {
    const words = line.split(/[ \t]+/).filter((word) => word !== "");
    try {
      if (/[\0-\x08\x0b-\x1f\x7f]/.test(line)) throw new Error("it has a control character");
      if (words.length > 0 && !words[0].startsWith("#")) read(words);
    } catch (error) {
      throw notChecked(`line ${at + 1} of ${file}: ${error.message}`);
    }
  }
  if (!quorum) throw notChecked(`${file} has no quorum line`);
  return { logs, quorum };
}

// ---- Reading the log, from an address or from a folder

/** Returns a tile's path: index 1,234,067 is `x001/x234/067`, and a partial tile has its width after it. */
function tilePath(level, index, width) {
  const groups = [String(index % 1000).padStart(3, "0")];
  for (let rest = Math.floor(index / 1000); rest > 0; rest = Math.floor(rest / 1000)) {
    groups.unshift(`x${String(rest % 1000).padStart(3, "0")}`);
  }
  return `tile/${level}/${groups.join("/")}${width < WIDTH ? `.p/${width}` : ""}`;
}

const tooLarge = (name) => notChecked(`${name} has more than ${MAX_PART} bytes`);

async function readBody(answer, address) {
  const chunks = [];
  let length = 0;
  for await (const chunk of answer.body ?? []) {
    length += chunk.length;
    if (length > MAX_PART) throw tooLarge(address);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Fetches a part of the log. @returns null if there is none */
async function fetchPart(prefix, name, attempt = 1) {
  const address = `${prefix}/${name}`;
  const again = async (seconds, why) => {
    if (attempt === TRIES) throw notChecked(`${address}: ${why}`);
    await sleep(1000 * seconds);
    return fetchPart(prefix, name, attempt + 1);
  };
  let answer;
  let bytes;
  try {
    answer = await fetch(address, { signal: AbortSignal.timeout(60_000) });
    bytes = await readBody(answer, address);
  } catch (error) {
    if (error instanceof Finding) throw error;
    return again(attempt / 4, error.cause?.message || error.message);
  }
  if (answer.ok) return bytes;
  if (answer.status === 404 || answer.status === 410) return null;
  if (answer.status !== 429 && answer.status < 500) throw notChecked(`${address}: ${answer.status}`);
  const told = Number(answer.headers.get("retry-after") ?? Number.NaN);
  return again(Number.isFinite(told) && told >= 0 ? Math.min(told, 120) : attempt / 4, String(answer.status));
}

async function readPart(folder, name) {
  const file = path.join(folder, name);
  try {
    if ((await stat(file)).size > MAX_PART) throw tooLarge(file);
    return await readFile(file);
  } catch (error) {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return null;
    throw notChecked(error.message);
  }
}

/** Returns a function that reads a part of the log by its path: its bytes, or null. */
function reader(place) {
  const prefix = place.endsWith("/") ? place.slice(0, -1) : place;
  return /^https?:/.test(place) ? (name) => fetchPart(prefix, name) : (name) => readPart(prefix, name);
}

/** Reads a tile or a bundle. The full one takes the place of a partial one that is gone. */
async function readTile(read, level, index, width) {
  const found = (await read(tilePath(level, index, width))) ?? (width < WIDTH ? await read(tilePath(level, index, WIDTH)) : null);
  if (!found) throw notChecked(`${tilePath(level, index, width)} is missing`);
  return found;
}

/** Reads the first hashes of a tile. */
async function readHashes(read, level, index, width) {
  const bytes = await readTile(read, level, index, width);
  if (bytes.length !== width * HASH && bytes.length !== WIDTH * HASH) {
    throw notWhole(`${tilePath(level, index, width)} has ${bytes.length} bytes`);
  }
  return bytes.subarray(0, width * HASH);
}

/** Returns the first records of a bundle. */
function recordsOf(bundle, count, name) {
  const records = [];
  for (let at = 0; at < bundle.length; ) {
    const end = at + 2 + (at + 2 > bundle.length ? 0 : bundle.readUInt16BE(at));
    if (end > bundle.length) throw notWhole(`${name} ends within an entry`);
    records.push(bundle.subarray(at + 2, end));
    at = end;
  }
  if (records.length !== count && records.length !== WIDTH) throw notWhole(`${name} has ${records.length} entries`);
  return records.slice(0, count);
}

// ---- The entries of a log of this service

const FIELDS = "created_at,id,log,payload_commitment,prev_hash,scope,seq,type,validation_status";
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Checks a record and its link to the entry before it. @returns the time of the entry */
function checkRecord(record, { origin, index, previous, previousAt }) {
  const broken = (why) => notWhole(`entry ${index + 1}: ${why}`);
  const text = record.toString("utf8");
  let entry;
  try {
    entry = JSON.parse(text);
  } catch {
    throw broken("it is not JSON");
  }
  if (Object.keys(entry ?? {}).join() !== FIELDS || JSON.stringify(entry) !== text) throw broken("its JSON is not canonical");
  if (entry.type !== "fgs.anchor.v1") throw broken("its type is unknown");
  if (entry.log !== origin) throw broken("it is an entry of another log");
  if (entry.seq !== index + 1) throw broken(`its seq is ${entry.seq}`);
  if (entry.prev_hash !== previous.toString("hex")) throw broken("its prev_hash is not the hash of the entry before it");
  if (!INSTANT.test(entry.created_at)) throw broken("its created_at is malformed");
  if (entry.created_at < previousAt) throw broken("its created_at is before that of the entry before it");
  return entry.created_at;
}

// ---- The audit

/** The end of a log that was audited: enough to go on from there. */
const BEGINNING = { size: 0, roots: [], lastHash: Buffer.alloc(HASH), lastAt: "" };

/** Yields each bundle from an entry on, with the tile of its hashes. Fetches some ahead. */
async function* bundlesFrom(read, first, size) {
  const fetchBundle = async (index) => {
    const width = Math.min(size - index * WIDTH, WIDTH);
    const name = tilePath("entries", index, width);
    const [bundle, leaves] = await Promise.all([readTile(read, "entries", index, width), readHashes(read, 0, index, width)]);
    return { index, leaves, records: recordsOf(bundle, width, name), name: tilePath(0, index, width) };
  };
  const ahead = [];
  for (let index = Math.floor(first / WIDTH); index * WIDTH < size || ahead.length > 0; ) {
    while (index * WIDTH < size && ahead.length < AHEAD) {
      const bundle = fetchBundle(index);
      bundle.catch(() => {}); // It is thrown below, in its turn.
      ahead.push(bundle);
      index += 1;
    }
    yield await ahead.shift();
  }
}

/**
 * Recomputes the log from an earlier end up to a checkpoint.
 * @param known trees that were signed before: the first `size` entries must have this root
 * @returns the new end
 */
async function recompute(read, checkpoint, from, known) {
  const { origin, size } = checkpoint;
  const tree = new Tree(from.size, from.roots);
  let { lastHash, lastAt } = from;
  let contradiction;
  const levels = []; // The new hashes of the last tile of each level from 1 on, and where they begin.
  const compare = async (level) => {
    const { index, start, hashes } = levels[level];
    const width = start + hashes.length;
    const tile = await readHashes(read, level, index, width);
    if (tile.subarray(start * HASH).equals(Buffer.concat(hashes))) return;
    throw notWhole(`${tilePath(level, index, width)} has hashes that are not those of the entries`);
  };
  const full = [];
  const onNode = (level, index, hash) => {
    if (level === 0 || level % 8 !== 0) return;
    const at = level / 8;
    levels[at] ??= { index: Math.floor(index / WIDTH), start: index % WIDTH, hashes: [] };
    levels[at].hashes.push(hash);
    if (index % WIDTH === WIDTH - 1) full.push(at);
  };
  const seeKnown = () => {
    for (const each of known) {
      if (each.size === tree.size && !each.root.equals(tree.root())) contradiction ??= each;
    }
  };
  seeKnown();
  for await (const { index, leaves, records, name } of bundlesFrom(read, from.size, size)) {
    for (const [at, record] of records.entries()) {
      const entry = index * WIDTH + at;
      if (entry < from.size) continue;
      const hash = leafHash(record);
      if (hash.compare(leaves, at * HASH, (at + 1) * HASH) !== 0) throw notWhole(`entry ${entry + 1}: its hash is not that in ${name}`);
      lastAt = checkRecord(record, { origin, index: entry, previous: lastHash, previousAt: lastAt });
      lastHash = hash;
      tree.append(hash, onNode);
      seeKnown();
    }
    for (const level of full.splice(0)) {
      await compare(level);
      levels[level] = undefined;
    }
  }
  for (const [level, partial] of levels.entries()) if (partial) await compare(level);
  if (!tree.root().equals(checkpoint.root)) throw notWhole(`the entries have another root than ${checkpoint.where} states`);
  if (contradiction) {
    throw new Finding("FORKED", `the first ${contradiction.size} of its ${size} entries are not those of ${contradiction.where}`);
  }
  return { size, roots: tree.roots, lastHash, lastAt };
}

/** Reads what was seen last. @returns null if there is no file yet */
function readState(file, origin) {
  let text;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if (error.code === "ENOENT") return null;
    throw notChecked(error.message);
  }
  try {
    const { checkpoint, range, last_hash, last_at } = JSON.parse(text);
    const seen = readCheckpoint(Buffer.from(checkpoint), file);
    const end = {
      size: seen.size,
      roots: range.map((hash) => Buffer.from(hash, "base64")),
      lastHash: Buffer.from(last_hash, "hex"),
      lastAt: String(last_at),
    };
    if (!new Tree(end.size, end.roots).root().equals(seen.root) || end.lastHash.length !== HASH) throw new Error();
    if (seen.origin === origin) return { seen, end };
  } catch {
    throw notChecked(`${file} is no state of an audit`);
  }
  throw notChecked(`${file} is the state of another log`);
}

function writeState(file, { note, origin, size, root }, { roots, lastHash, lastAt }) {
  const state = {
    ...{ origin, size, root: root.toString("hex"), range: roots.map((hash) => hash.toString("base64")) },
    ...{ last_hash: lastHash.toString("hex"), last_at: lastAt, checkpoint: note },
  };
  writeFileSync(`${file}.tmp`, `${JSON.stringify(state, null, 2)}\n`);
  renameSync(`${file}.tmp`, file);
}

/** Parses a C2SP tlog-proof. */
function readProof(file) {
  const bytes = readFileSync(file);
  const end = bytes.indexOf("\n\n");
  const [version, ...lines] = bytes.toString("utf8", 0, Math.max(end, 0)).split("\n");
  if (lines[0]?.startsWith("extra ")) lines.shift();
  const [, index] = /^index (0|[1-9]\d{0,15})$/.exec(lines.shift() ?? "") ?? [];
  const hashes = lines.map((line) => Buffer.from(line, "base64"));
  const isRead = hashes.every((hash, at) => hash.length === HASH && hash.toString("base64") === lines[at]);
  if (version !== "c2sp.org/tlog-proof@v1" || index === undefined || !isRead) throw notChecked(`${file} is no tlog-proof`);
  return { file, index: Number(index), hashes, checkpoint: readCheckpoint(bytes.subarray(end + 2), `the checkpoint in ${file}`) };
}

/** Checks that the entry of a proof is in the tree of the proof's checkpoint, which is a part of this log. */
async function checkProof(read, { file, index, hashes, checkpoint }) {
  if (index >= checkpoint.size) throw notWhole(`${file}: entry ${index + 1} is not in a tree of ${checkpoint.size}`);
  const [tile, at] = [Math.floor(index / WIDTH), index % WIDTH];
  const width = Math.min(checkpoint.size - tile * WIDTH, WIDTH);
  const leaf = (await readHashes(read, 0, tile, width)).subarray(at * HASH, (at + 1) * HASH);
  const record = recordsOf(await readTile(read, "entries", tile, width), width, tilePath("entries", tile, width))[at];
  if (!leafHash(record).equals(leaf)) throw notWhole(`entry ${index + 1}: its hash is not that in ${tilePath(0, tile, width)}`);
  if (!rootOfPath(leaf, index, checkpoint.size, hashes)?.equals(checkpoint.root)) {
    throw notWhole(`${file}: its path does not lead from entry ${index + 1} to the root of its checkpoint`);
  }
}

const entries = (count) => `${count} ${count === 1 ? "entry" : "entries"}`;

async function auditTo(checkpoint, read, { keys, policy, maxAge, state: stateFile, proofs: proofFiles }) {
  const { origin, size } = checkpoint;
  const proofs = proofFiles.map(readProof);
  const other = proofs.find((proof) => proof.checkpoint.origin !== origin);
  if (other) throw notChecked(`${other.file} is a proof of the log ${other.checkpoint.origin}, and this is ${origin}`);

  const own = keys.filter(({ name }) => name === origin);
  if (keys.length > 0 && own.length === 0) throw notChecked(`no key was given for the log ${origin}`);
  const signed = [checkpoint, ...proofs.map((proof) => proof.checkpoint)];
  for (const each of own.length > 0 ? signed : []) {
    if (own.filter((key) => isSignedBy(each, key)).length === 0) {
      throw notWhole(`${each.where} of ${entries(each.size)} is signed by none of the given keys`);
    }
  }
  const since = (each) => (each === checkpoint ? Date.now() / 1000 - maxAge : 0);
  const unwitnessed = policy && signed.find((each) => !policy.quorum.isReached(each, since(each)));

  const state = stateFile === undefined ? null : readState(stateFile, origin);
  if (state && size < state.seen.size) {
    throw new Finding("ROLLED BACK", `the log has ${entries(size)}, and had ${state.seen.size} when it was last audited`);
  }
  const ahead = proofs.find((proof) => proof.checkpoint.size > size);
  if (ahead) throw notChecked(`${ahead.file} proves an entry of a tree of ${ahead.checkpoint.size}, and this copy of the log has ${size}`);

  const known = proofs.map((proof) => proof.checkpoint);
  const contrary = [...(state ? [state.seen] : []), ...known].find((each) => each.size === size && !each.root.equals(checkpoint.root));
  if (contrary) throw new Finding("FORKED", `the log has other ${entries(size)} than those of ${contrary.where}`);
  const whole = () => recompute(read, checkpoint, BEGINNING, state ? [state.seen, ...known] : known);
  const resumes = state && known.every((each) => each.size >= state.seen.size);
  let end;
  try {
    end = await (resumes ? recompute(read, checkpoint, state.end, known) : whole());
  } catch (error) {
    // From its beginning, the log shows whether it is damaged, or whole but another one than before.
    if (!resumes || error.kind !== "NOT WHOLE") throw error;
    end = await whole();
  }
  for (const proof of proofs) await checkProof(read, proof);

  const said = [
    `${entries(size)} of ${origin}${state ? `, ${state.seen.size} of them seen before` : ""}`,
    `the root ${checkpoint.root.toString("hex")}`,
    ...(proofs.length > 0 ? [`${proofs.length} ${proofs.length === 1 ? "proof" : "proofs"}`] : []),
  ].join(", ");
  if (own.length === 0) throw notChecked(`who signed it: give --key or --policy. Whole so far: ${said}`);
  if (unwitnessed) {
    const recently = unwitnessed === checkpoint && maxAge < Number.POSITIVE_INFINITY ? ` of the last ${maxAge} seconds` : "";
    throw new Finding("NOT WITNESSED", `${unwitnessed.where} of ${entries(unwitnessed.size)} lacks the quorum ${policy.quorum.name}${recently}. Whole and signed: ${said}`);
  }
  if (stateFile !== undefined) writeState(stateFile, checkpoint, end);
  return `OK: whole and signed: ${said}`;
}

async function audit(place, options) {
  const read = reader(place);
  const bytes = await read("checkpoint");
  if (!bytes) throw notChecked(`${place} has no checkpoint`);
  const checkpoint = readCheckpoint(bytes, "the checkpoint");
  try {
    return await auditTo(checkpoint, read, options);
  } catch (error) {
    throw Object.assign(error, { note: checkpoint.note });
  }
}

// ---- An evidence pack: a zip

const MAX_ZIP_BYTES = 128 * 2 ** 20;
const MAX_BYTES = 256 * 2 ** 20; // of all files together
const FILE_NAME = /^(?:[a-z]+\/)?[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

/** Reads a zip that has exactly the form in which the service writes it, with nothing between, before or after its files. */
function readZip(bytes) {
  const broken = (why) => notWhole(`the zip ${why}`);
  const end = bytes.length - 22;
  const tail = end < 0 ? null : [4, 8, 10, 20].map((at) => bytes.readUInt16LE(end + at));
  if (!tail || bytes.readUInt32LE(end) !== 0x06054b50 || tail[0] !== 0 || tail[1] !== tail[2] || tail[3] !== 0 || bytes.readUInt16LE(end + 6) !== 0) {
    throw broken("was cut off, or has something after its end");
  }
  const start = bytes.readUInt32LE(end + 16);
  if (start + bytes.readUInt32LE(end + 12) !== end) throw broken("has a wrong list of files");
  const files = new Map();
  let [central, local, total] = [start, 0, 0];
  for (let count = tail[1]; count > 0; count -= 1) {
    if (central + 46 > end || bytes.readUInt32LE(central) !== 0x02014b50) throw broken("has a wrong list of files");
    const [packed, size, length] = [bytes.readUInt32LE(central + 20), bytes.readUInt32LE(central + 24), bytes.readUInt16LE(central + 28)];
    const name = bytes.toString("latin1", central + 46, Math.min(central + 46 + length, end));
    if (!FILE_NAME.test(name) || files.has(name)) throw broken("has a file with a wrong name, or one name twice");
    const fixed = bytes.subarray(central + 4, central + 12).equals(Buffer.of(20, 0, 20, 0, 8, 0, 8, 0));
    if (!fixed || bytes.subarray(central + 30, central + 42).some((byte) => byte !== 0)) throw broken(`describes ${name} in another form`);
    const header = Buffer.concat([
      ...[Buffer.from("PK\x03\x04"), bytes.subarray(central + 6, central + 16), Buffer.alloc(12)],
      ...[bytes.subarray(central + 28, central + 32), Buffer.from(name)],
    ]);
    const from = local + header.length;
    const descriptor = Buffer.concat([Buffer.from("PK\x07\x08"), bytes.subarray(central + 16, central + 28)]);
    const isWhole = bytes.readUInt32LE(central + 42) === local && from + packed + descriptor.length <= start;
    if (!isWhole || !bytes.subarray(local, from).equals(header) || !bytes.subarray(from + packed, from + packed + 16).equals(descriptor)) {
      throw broken(`has other bytes around ${name} than its list says`);
    }
    total += size;
    if (total > MAX_BYTES) throw notChecked(`its files have more than ${MAX_BYTES} bytes`);
    let content;
    try {
      const { buffer, engine } = inflateRawSync(bytes.subarray(from, from + packed), { maxOutputLength: size + 1, info: true });
      content = engine.bytesWritten === packed ? buffer : null;
    } catch {}
    if (content?.length !== size) throw broken(`has a damaged ${name}`);
    files.set(name, content);
    local = from + packed + descriptor.length;
    central += 46 + length;
  }
  if (local !== start || central !== end) throw broken("has something between its files and their list");
  return files;
}

const jcs = (value) =>
  Array.isArray(value)
    ? `[${value.map(jcs)}]`
    : value === null || typeof value !== "object"
      ? JSON.stringify(value)
      : `{${Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${jcs(value[key])}`)}}`;
const isSame = (one, other) => jcs(one) === jcs(other);

function readJson(files, name) {
  try {
    const value = JSON.parse(files.get(name).toString("utf8"));
    if (value !== null && typeof value === "object") return value;
  } catch {}
  throw notWhole(`${name} is missing or no JSON`);
}

/** Returns the keys of a JSON Web Key Set that are for a purpose. */
function jwksFor({ keys }, purpose) {
  return keys.flatMap(({ x, kid, purposes, last_size: lastSize }) => {
    const raw = Buffer.from(String(x), "base64url");
    if (raw.length !== HASH || !purposes?.includes(purpose)) return [];
    const key = createPublicKey({ key: Buffer.concat([SPKI_ED25519, raw]), format: "der", type: "spki" });
    return [{ kid: String(kid), raw, key, lastSize }];
  });
}

/** Returns keys of a JSON Web Key Set as keys of a checkpoint's log, without those that were retired before its size. */
const logKeysFor = (jwks, { origin, size }) =>
  jwksFor(jwks, "log")
    .filter(({ lastSize }) => lastSize === undefined || size <= (Object.hasOwn(lastSize, origin) ? lastSize[origin] : -1))
    .map(({ raw, key }) => ({ name: origin, key, id: sha256(Buffer.concat([Buffer.from(`${origin}\n`), Buffer.of(ED25519), raw])).toString("hex", 0, 4) }));

/** Checks the sums and the signed statement, which must both be about exactly these files. @returns what it states */
function checkStatement(files, jwks) {
  const names = [...files.keys()];
  if (names.at(-1) !== "statement.json" || names.at(-2) !== "SHA256SUMS") throw notWhole("the pack does not end with its sums and statement");
  const sums = names.slice(0, -1).map((name) => ({ name, digest: { sha256: sha256(files.get(name)).toString("hex") } }));
  const listed = sums.slice(0, -1).map(({ name, digest }) => `${digest.sha256}  ${name}\n`);
  const found = files.get("SHA256SUMS").toString("latin1").split(/(?<=\n)/);
  const other = listed.findIndex((line, at) => line !== found[at]);
  if (other >= 0) throw notWhole(`${sums[other].name} is not the file that SHA256SUMS names`);
  if (found.length !== listed.length) throw notWhole("SHA256SUMS names other files");
  const envelope = readJson(files, "statement.json");
  const { payloadType, payload, signatures } = envelope;
  const [{ keyid, sig }, ...more] = signatures ?? [{}];
  const bytes = Buffer.from(String(payload), "base64");
  const exact = { payloadType: "application/vnd.in-toto+json", payload: bytes.toString("base64"), signatures: [{ keyid, sig: Buffer.from(String(sig), "base64").toString("base64") }] };
  if (more.length > 0 || files.get("statement.json").toString("utf8") !== `${JSON.stringify(exact, null, 2)}\n`) throw notWhole("statement.json has another form");
  const signer = jwksFor(jwks, "statement").find(({ kid }) => kid === keyid);
  const signed = Buffer.concat([Buffer.from(`DSSEv1 ${payloadType.length} ${payloadType} ${bytes.length} `), bytes]);
  if (!signer || !verify(null, signed, signer.key, Buffer.from(sig, "base64"))) throw notWhole("the statement is signed by none of the keys");
  const statement = JSON.parse(bytes.toString("utf8"));
  if (statement._type !== "https://in-toto.io/Statement/v1" || statement.predicateType !== "urn:fgs:evidence-pack:v1") throw notChecked("the statement is not about an evidence pack");
  if (!isSame(statement.subject, sums)) throw notWhole("the statement is about other files");
  return statement.predicate;
}

/** Nothing would prove another field, and nobody would compare it. @param fields in their order */
function expectFields(name, value, fields) {
  const found = Object.keys(value).sort();
  if (found.join() !== fields) throw notWhole(`${name} has other fields than it should: ${found}`);
}

/** Checks the leaf and the proof of an entry, and its content if it is there. @returns whether the content is proven */
function checkEntry(files, name, checkpoint) {
  const broken = (why) => notWhole(`${name}: ${why}`);
  const { entry, receipt, ...said } = readJson(files, name);
  const { did, kind, payload, salt } = said;
  const { hash, ...fields } = entry;
  const { origin, size, root, note } = checkpoint;
  const index = entry.seq - 1;
  if (Object.keys({ type: "", ...fields }).sort().join() !== FIELDS || name !== `${name.split("/")[0]}/${entry.seq}.json`) throw broken("it is another entry");
  expectFields(`${name}: receipt`, receipt, "checkpoint,inclusion_path,leaf_index,log,root_hash,tree_size");
  const own = name.startsWith("acts/") ? ["act"] : [];
  expectFields(name, said, [...own, ...(payload === undefined ? [] : ["did", "kind", "payload", "salt"])].join());
  if (entry.log !== origin || receipt.checkpoint !== note) throw broken("it is proven by another checkpoint than that of the pack");
  const leaf = leafHash(Buffer.from(jcs({ ...fields, type: "fgs.anchor.v1" })));
  if (leaf.toString("hex") !== hash) throw broken("its hash is not that of its fields");
  const isPlace = Number.isSafeInteger(index) && index >= 0 && index < size && receipt.leaf_index === index;
  const path = receipt.inclusion_path.map((each) => Buffer.from(each, "hex"));
  const isIncluded = isPlace && path.every(({ length }) => length === HASH) && rootOfPath(leaf, index, size, path)?.equals(root);
  if (!isIncluded || receipt.log !== origin || receipt.tree_size !== size || receipt.root_hash !== root.toString("hex")) {
    throw broken("its path does not lead to the root of the checkpoint");
  }
  if (payload === undefined) return false;
  const committed = Buffer.concat([Buffer.from("fgs/anchor-payload/v1\0"), Buffer.from(salt, "hex"), Buffer.from(jcs({ did, kind, payload }))]);
  if (sha256(committed).toString("hex") !== entry.payload_commitment) throw broken("its content is not what the log committed to");
  return true;
}

/** Checks the acts of a pack. @returns each act by its place: its state, and its content if that is proven */
function checkActs(files, checkpoint) {
  const acts = new Map();
  for (const name of [...files.keys()].filter((each) => each.startsWith("acts/"))) {
    const isProven = checkEntry(files, name, checkpoint);
    const { act, entry, did: actor, kind, payload } = readJson(files, name);
    expectFields(`${name}: act`, act, "actor,content,created_at,details,id,kind,payload_commitment,seq,subject");
    const shown = { seq: entry.seq, id: entry.id, created_at: entry.created_at, payload_commitment: entry.payload_commitment };
    const said = isProven ? { kind, actor, subject: payload.subject, details: payload.details } : {};
    const other = Object.entries({ ...shown, ...said }).find(([field, value]) => !isSame(act[field], value));
    if (other || (act.content === "public") !== isProven) throw notWhole(`${name}: it shows something else than its entry: ${other?.[0] ?? "content"}`);
    acts.set(entry.seq, { state: isProven ? "proven" : act.content === "redacted" ? "erased" : "only stated", said: { ...said, at: entry.created_at } });
  }
  return acts;
}

/** Returns the state of what one act says, after comparing all that the act has. */
function stateOfAct(acts, name, seq, { details, ...fields }) {
  const { state, said } = acts.get(seq) ?? { state: "only stated" };
  if (state !== "proven") return state;
  const same = (mine, value) => value === undefined ? mine === undefined : isSame(mine, value);
  const other =
    Object.keys(fields).find((field) => !same(said[field], fields[field])) ??
    Object.keys(details).find((field) => !same(said.details[field], details[field]));
  if (other !== undefined) throw notWhole(`${name} does not say the same as acts/${seq}.json: ${other}`);
  return state;
}

/** The status of an incident after each step that changes it. */
const STATUS_AFTER = { opened: "OPEN", reopened: "OPEN", frozen: "FROZEN", resolved: "RESOLVED", exported: "EXPORTED" };

/** Compares what an incident says with the steps of its timeline. That no step is missing is only stated. */
function checkSteps(files, name, { id, status, unfounded, resolved_at: resolvedAt, affected, timeline, seal }, acts) {
  const expect = (good, what) => {
    if (!good) throw notWhole(`${name} does not say the same as its timeline: ${what}`);
  };
  expect(timeline.every(({ kind, seq }, at) => (kind === "opened") === (at === 0) && (at === 0 || seq > timeline[at - 1].seq)), "opened");
  expect(status === STATUS_AFTER[timeline.findLast(({ kind }) => Object.hasOwn(STATUS_AFTER, kind))?.kind], "status");
  const resolved = timeline.findLast(({ kind }) => kind === "resolved");
  expect(resolvedAt === (resolved?.at ?? null), "resolved_at");
  expect(typeof unfounded === "boolean" && (resolved || !unfounded), "unfounded");
  for (const { did, struck } of affected) {
    const step = timeline.findLast((each) => each.kind === "agent_struck" && each.did === did);
    expect(isSame(struck, step ? { at: step.at, by: step.actor, note: step.note } : null), "struck");
  }
  expect((seal !== null) === (status === "EXPORTED"), "seal");
  for (const [seq, { said }] of acts) {
    const isStep = said.subject === `incident:${id}` && said.kind.startsWith("incident.") && said.kind !== "incident.decided";
    expect(!isStep || timeline.some((each) => each.seq === seq), `it leaves out acts/${seq}.json`);
  }
  if (seal) checkSeal(files, name, seal);
}

/** Compares the seal of an incident with its anchor, if the pack has it. */
function checkSeal(files, name, seal) {
  expectFields(`${name}: seal`, seal, "anchor_id,anchor_seq,anchored,salt,sha256");
  const anchor = `anchors/${seal.anchor_seq}.json`;
  if (!files.has(anchor)) return;
  const { did, kind, payload, salt, entry } = readJson(files, anchor);
  if (isSame({ did, kind, payload }, seal.anchored) && salt === seal.salt && entry.id === seal.anchor_id && payload?.record_sha256 === seal.sha256) return;
  throw notWhole(`${name} does not say the same as ${anchor}`);
}

/** For each folder of records, all fields of a record, and what its acts must say. */
const RECORDS = {
  audits: {
    fields: "auditor,created_at,did,evidence,findings,id,seq,status,summary,verdict",
    statesOf({ id, did, seq, auditor, verdict, status, summary, findings, evidence, created_at: at }, stateOf, { name }) {
      if (status !== (verdict === "pending" ? "pending" : "completed")) throw notWhole(`${name}: its status is not that of its verdict`);
      return [stateOf(seq, { kind: "audit.recorded", actor: auditor, subject: did, details: { id, did, verdict, summary, findings, evidence }, at })];
    },
  },
  incidents: {
    fields: "affected,created_at,description,id,incident_type,reporter,resolved_at,seal,severity,status,timeline,title,trace_id,unfounded",
    statesOf(incident, stateOf, { files, name, acts }) {
      const { id, title, severity, incident_type, description, trace_id, affected, reporter, created_at, timeline, unfounded, seal } = incident;
      checkSteps(files, name, incident, acts);
      for (const agent of affected) expectFields(`${name}: affected`, agent, "did,struck");
      const dids = affected.map((agent) => agent.did).sort();
      const logged = acts.get(timeline[0].seq)?.said.details?.affected;
      const isSameSet = Array.isArray(logged) && isSame([...logged].sort(), dids);
      const more = {
        opened: { title, severity, incident_type, description, trace_id, affected: isSameSet ? logged : dids },
        resolved: { unfounded: unfounded || undefined },
        exported: { record_sha256: seal?.sha256, anchor_id: seal?.anchor_id },
      };
      return timeline.map(({ seq, kind, actor, note, did, at, ...others }) => {
        expectFields(`${name}: timeline`, others, "");
        if (kind === "opened" && !(actor === reporter && at === created_at)) throw notWhole(`${name} does not say the same as its timeline: opened`);
        const details = { note: note || undefined, did: did ?? undefined, ...(Object.hasOwn(more, kind) ? more[kind] : {}) };
        const state = stateOf(seq, { kind: `incident.${kind}`, subject: `incident:${id}`, actor, details, at });
        if (kind === "exported" && state === "proven" && !files.has(`anchors/${seal.anchor_seq}.json`)) throw notWhole(`${name}: the anchor of its seal is missing`);
        return state;
      });
    },
  },
  replies: {
    fields: "decision,did,record,replies",
    statesOf: ({ record, did, replies, decision }, stateOf, { name }) => [
      ...replies.map(({ seq, author, at, ...said }) => {
        expectFields(`${name}: reply`, said, "id,text,version");
        return stateOf(seq, { kind: "reply.written", actor: author, subject: record, details: { did, ...said }, at });
      }),
      ...(decision === null ? [] : [decision]).map(({ seq, by, at, ...said }) => {
        expectFields(`${name}: decision`, said, "decision,reason");
        return stateOf(seq, { kind: `${record.split(":")[0]}.decided`, actor: by, subject: record, details: { did, ...said }, at });
      }),
    ],
  },
};

const together = (states) => states.includes("erased") ? "erased" : states.length > 0 && states.every((state) => state === "proven") ? "proven" : "only stated";

/** Returns the state of every file that is about the agent. */
function statesOf(files, did, acts, anchors) {
  const states = new Map();
  for (const name of files.keys()) {
    const folder = name.includes("/") ? name.split("/")[0] : "";
    if (folder === "acts") states.set(name, acts.get(Number(name.split(/[/.]/)[1])).state);
    else if (folder === "anchors") states.set(name, anchors.get(name) ? "proven" : "erased");
    else if (Object.hasOwn(RECORDS, folder)) {
      const record = readJson(files, name);
      const own = { audits: record.id, incidents: record.id, replies: String(record.record).replace(":", "-") }[folder];
      const isAbout = folder === "incidents" ? record.affected.some((agent) => agent.did === did) : record.did === did;
      if (name !== `${folder}/${own}.json` || !isAbout) throw notWhole(`${name} is another record`);
      expectFields(name, record, RECORDS[folder].fields);
      states.set(name, together(RECORDS[folder].statesOf(record, (seq, said) => stateOfAct(acts, name, seq, said), { files, name, acts })));
    } else if (name.endsWith(".json") && name !== "statement.json") states.set(name, "only stated");
  }
  return states;
}

function checkPack(file, { keys, jwks: given, policy, maxAge, state, proofs }) {
  if (state !== undefined || proofs.length > 0 || maxAge < Number.POSITIVE_INFINITY) {
    throw notChecked("a pack takes --key, --keys and --policy, but no --state, no --proof and no --max-age");
  }
  if (statSync(file).size > MAX_ZIP_BYTES) throw notChecked(`${file} has more than ${MAX_ZIP_BYTES} bytes`);
  const files = readZip(readFileSync(file));
  const own = readJson(files, "keys.json");
  const { did, from, to, logs, complete, left_out: leftOut } = checkStatement(files, given ?? own);
  const [council, anchorLog] = ["council", "anchors"].map((log, at) => {
    const where = `checkpoints/${log}`;
    const checkpoint = readCheckpoint(files.get(where) ?? Buffer.alloc(0), where);
    const { origin, size, root } = checkpoint;
    if (!isSame(logs[at], { origin, size, root_hash: root.toString("hex") })) throw notWhole(`${where} is not the checkpoint that the statement names`);
    const trusted = [...keys.filter(({ name }) => name === origin), ...(given ? logKeysFor(given, checkpoint) : [])];
    const signers = trusted.length > 0 || given ? trusted : logKeysFor(own, checkpoint);
    if (signers.filter((key) => isSignedBy(checkpoint, key)).length === 0) throw notWhole(`${where} is signed by none of the keys`);
    return { ...checkpoint, isTrusted: trusted.length > 0 };
  });
  const acts = checkActs(files, council);
  const anchors = new Map([...files.keys()].filter((name) => name.startsWith("anchors/")).map((name) => [name, checkEntry(files, name, anchorLog)]));
  const states = statesOf(files, did, acts, anchors);
  const count = (state) => [...states.values()].filter((each) => each === state).length;
  const lines = [...states].map(([name, each]) => `${each.padEnd(11)}  ${name}`);
  const counts = ["proven", "only stated", "erased"].map((each) => `${count(each)} ${each}`).join(", ");
  const said = `${did} from ${from} to ${to}: ${counts}, in ${council.origin} of ${entries(council.size)}, root ${council.root.toString("hex")}`;
  const unsure = (sentence) => notChecked([`${sentence}. Whole so far: ${said}`, ...lines]);
  const unsigned = [council, anchorLog].filter(({ isTrusted }) => !isTrusted).map(({ origin }) => origin);
  if (unsigned.length > 0) throw unsure(`the pack agrees with itself, but who signed ${unsigned.join(" and ")}: give --keys or --key`);
  if (!given) throw unsure("who stated the rest, because only the pack names that key: give --keys");
  const unwitnessed = policy && [council, anchorLog].find((each) => !policy.quorum.isReached(each));
  if (unwitnessed) throw new Finding("NOT WITNESSED", [`${unwitnessed.where} lacks the quorum ${policy.quorum.name}. Whole and signed: ${said}`, ...lines]);
  if (complete !== true) throw unsure(`the pack is signed, but not complete. The service left out ${leftOut.join("; ")}`);
  return [`OK: whole and signed: ${said}`, ...lines];
}

const USAGE =
  "node audit.mjs ADDRESS_OR_FOLDER [--key KEY]… [--policy FILE [--max-age SECONDS]] [--state FILE] [--proof FILE]…, or a pack: node audit.mjs PACK.zip --keys FILE";

function readOptions(args) {
  const several = { type: "string", multiple: true };
  const one = { type: "string" };
  const options = { key: several, keys: one, policy: one, "max-age": one, state: one, proof: several };
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  if (positionals.length !== 1) throw notChecked(`name one log: ${USAGE}`);
  const policy = values.policy === undefined ? undefined : readPolicy(values.policy);
  const keys = [...(values.key ?? []).map((key) => readKey(key, ED25519)), ...(policy?.logs ?? [])];
  const jwks = values.keys === undefined ? undefined : JSON.parse(readFileSync(values.keys, "utf8"));
  if (jwks && !Array.isArray(jwks.keys)) throw notChecked(`${values.keys} is no JSON Web Key Set`);
  const maxAge = Number(values["max-age"] ?? Number.POSITIVE_INFINITY);
  if (!(maxAge > 0)) throw notChecked(`--max-age needs a number of seconds`);
  return [positionals[0], { keys, jwks, policy, maxAge, state: values.state, proofs: values.proof ?? [] }];
}

const isFile = (place) => !/^https?:/.test(place) && (statSync(place, { throwIfNoEntry: false })?.isFile() ?? false);

/** What a log or a pack says may contain anything, and a terminal obeys control characters. */
const printable = (text) => String(text).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "?");

/** The verdict is the last line, so it is seen after a long list. */
const textOf = ([verdict, ...lines]) => [...lines, verdict].map(printable).join("\n");

/** Runs the program. @returns its exit code, what it says, and the checkpoint in which it found something */
export async function run(args) {
  if (args.includes("--help")) return { code: 0, said: USAGE };
  try {
    const [place, options] = readOptions(args);
    return { code: 0, said: textOf(isFile(place) ? checkPack(place, options) : [await audit(place, options)]) };
  } catch (error) {
    const kind = error instanceof Finding ? error.kind : "NOT CHECKED";
    const [verdict, ...lines] = error instanceof Finding ? error.sentences : [error.cause?.message || error.message];
    return { code: EXITS[kind], said: textOf([`${kind}: ${verdict}`, ...lines]), note: error.note };
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href) {
  const { code, said } = await run(process.argv.slice(2));
  (code === 0 ? process.stdout : process.stderr).write(`${said}\n`, () => process.exit(code));
}
