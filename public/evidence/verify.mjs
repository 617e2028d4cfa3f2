// Recomputes a log without trusting who keeps it: node verify.mjs https://the.service [council], or an act: … act 1204. Offline: node
// verify.mjs FILE… with pages of /api/memory/log, /checkpoint, /.well-known/jwks.json, acts, and anchors as answered (did, kind, payload added: these too).
import { createHash, createPublicKey, verify } from "node:crypto"; import { readFileSync } from "node:fs";
const names = process.argv.slice(2), [first = "", log = "anchors", act] = names, online = /^https?:/.test(first);
const printable = (text) => text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "?"); // A terminal obeys control characters.
const stop = (code, what) => (console.error(printable(`NOT ${code === 1 ? "WHOLE" : "CHECKED"}: ${what}`)), process.exit(code)), check = (good, what) => good || stop(1, what);
if (first.startsWith("-")) stop(2, "name an address or files, as in the first lines of this program");
process.on("uncaughtException", ({ message, cause }) => stop(2, cause?.message || message));
const sha = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest();
const node = (left, right) => sha("\x01", left, right), hex = (text) => Buffer.from(text ?? "", "hex");
const jcs = (v) => Array.isArray(v) ? `[${v.map(jcs)}]` : v === null || typeof v !== "object" ? JSON.stringify(v)
  : `{${Object.keys(v).sort().map((key) => `${JSON.stringify(key)}:${jcs(v[key])}`)}}`;
const FIELDS = "created_at,id,log,payload_commitment,prev_hash,scope,seq,validation_status"; // An anchor as answered has others beside them.
const leafOf = ({ act, hash, salt, did, kind, payload, receipt, ...hashed }) => check(Object.keys(hashed).sort().join() === FIELDS,
  `entry ${hashed.seq} has other fields than an entry has`) && sha("\0", jcs({ type: "fgs.anchor.v1", ...hashed }));
const climb = (at, size, path, hash, half = 2 ** Math.floor(Math.log2(size - 1)), rest = path.slice(0, -1), sibling = hex(path.at(-1))) =>
  size === 1 ? (path.length ? sha() : hash) : at < half ? node(climb(at, half, rest, hash), sibling) : node(sibling, climb(at - half, size - half, rest, hash));
const open = (note, [text, lines = stop(2, `neither JSON nor a checkpoint: ${note.slice(0, 60).split("\n")[0]}`)] = note.split(/(?<=\n)\n(?=— )/)) => {
  const [origin, size, root] = text.split("\n"), signatures = lines.trim().split("\n").map((line) => Buffer.from(line.split(" ")[2] ?? "", "base64"));
  const signed = (key, id = sha(origin, "\n\x01", Buffer.from(key.x, "base64url")).subarray(0, 4)) => signatures.some((signature) =>
    id.equals(signature.subarray(0, 4)) && verify(null, Buffer.from(text), createPublicKey({ key, format: "jwk" }), signature.subarray(4)));
  const by = keys.filter((key) => (key.purposes ?? ["log"]).includes("log") && signed(key)), inTime = ({ last_size: last }) => !last || +size <= last[origin];
  return check(by.some(inTime), by.length ? `the key that signed the checkpoint at ${size} was retired before` : keys.length
    ? `no key in jwks.json signed the checkpoint at ${size}` : stop(2, "no keys were given: save /.well-known/jwks.json of the service, and name that file too")) && { origin, size, root };
};
const get = async (path, answer) => (answer = await fetch(new URL(path, first))).ok ? answer.text() : answer.status !== 429 ? stop(2, `${path}: ${answer.status}`)
  : new Promise((done) => setTimeout(done, 1000 * answer.headers.get("retry-after"))).then(() => get(path));
const texts = online ? [await get(act ? `/api/council/acts/${act}` : `/checkpoint?log=${log}`), await get("/.well-known/jwks.json")] : names.map((name) => readFileSync(name, "utf8"));
for (let next = online && !act && 1; next; next = JSON.parse(texts.at(-1)).next) texts.push(await get(`/api/memory/log?log=${log}&from=${next}`));
const isJson = (text) => text.trimStart()[0] === "{", jsons = texts.filter(isJson).map((text) => JSON.parse(text));
const keys = jsons.flatMap((o) => check(!o.keys || !(o.receipt || o.entries || o.act), "a file with records contains a key set, but it must be a separate file") && (o.keys ?? []));
const notes = texts.filter((text) => !isJson(text)).map((text) => open(text));
const entries = jsons.flatMap((o) => o.entries ?? []).sort((a, b) => a.seq - b.seq), tree = [], roots = {}, proven = [], receipts = jsons.filter((o) => o.receipt);
for (const [at, e] of entries.entries()) {
  const { hash = "0".repeat(64), created_at = "", log = e.log } = entries[at - 1] ?? {}, name = `entry ${e.seq} (${e.id})`;
  const follows = e.seq === at + 1 && e.log === log && e.prev_hash === hash && e.created_at >= created_at;
  check(follows && leafOf(e).equals(hex(e.hash)), `${name} ${follows ? "has not the hash of its fields" : `does not follow entry ${at}`}`);
  for (tree.push([1, hex(e.hash)]); tree.at(-1)[0] === tree.at(-2)?.[0]; ) tree.push((([n, b], [, a]) => [2 * n, node(a, b)])(tree.pop(), tree.pop()));
  if (notes.some(({ size }) => +size === e.seq)) roots[e.log + e.seq] = tree.reduceRight((right, [, left]) => (right ? node(left, right) : left), null);
}
for (const { origin, size, root } of notes) check(!entries.length || roots[origin + size]?.toString("base64") === root, `checkpoint at ${size}: the tail was cut off`);
for (const { receipt, entry, ...rest } of receipts) {
  const a = { ...rest, ...entry, log: receipt.log }, { origin, size, root } = open(receipt.checkpoint), { did, kind, payload, act: shown } = a;
  check(origin === a.log && climb(a.seq - 1, +size, receipt.inclusion_path, leafOf(a)).toString("base64") === root, `anchor ${a.id} is not in the tree`);
  check(!a.hash || leafOf(a).equals(hex(a.hash)), `anchor ${a.id} has not the hash of its fields`);
  check(!("payload" in a) || sha("fgs/anchor-payload/v1\0", hex(a.salt), jcs({ did, kind, payload })).equals(hex(a.payload_commitment)), `payload of ${a.id}`);
  const isSame = shown && ["id", "seq", "created_at", "payload_commitment"].every((key) => shown[key] === a[key]) && (!payload
    || jcs([shown.actor, shown.kind, shown.subject, shown.details]) === jcs([did, kind, payload.subject, payload.details]));
  check(!shown || isSame, `act ${a.seq} is shown in other words than those in the log`);
  if (shown) proven.push(`act ${a.seq}, ${a.created_at}: ${payload ? `${kind} by ${did}, ${jcs(payload)}` : "its words are not proven, only its time and its place"}`);
}
(online || entries.length || receipts.length || stop(2, "no entry and no receipt was given")) && console.log("OK: verified " + [[entries, "entr", "y", "ies"], [notes, "checkpoint", "", "s"], [receipts, "receipt", "", "s"]].filter(([{ length: n }]) => n).map(([{ length: n }, word, one, many]) => `${n} ${word}${n === 1 ? one : many}`).join(", ").replace(/, (?!.*,)/, " and ") + proven.map((act) => `\n${printable(act)}`).join(""));
