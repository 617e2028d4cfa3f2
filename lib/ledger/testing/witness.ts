import { createHash } from "node:crypto";
import { keyPair } from "./generated-log";

/** A witness, as in C2SP tlog-cosignature. */
export function witness(name: string, seed = name) {
  const { raw, sign } = keyPair(seed);
  const material = Buffer.concat([Buffer.of(4), raw]);
  const id = createHash("sha256").update(`${name}\n`).update(material).digest().subarray(0, 4);
  const cosign = (note: string, at = 1_764_000_000n) => {
    const text = note.slice(0, note.indexOf("\n\n") + 1);
    const time = Buffer.alloc(8);
    time.writeBigUInt64BE(at);
    const signed = Buffer.concat([id, time, sign(Buffer.from(`cosignature/v1\ntime ${at}\n${text}`))]);
    return `${note}— ${name} ${signed.toString("base64")}\n`;
  };
  return { vkey: `${name}+${id.toString("hex")}+${material.toString("base64")}`, cosign };
}
