import { createHash, createPrivateKey, createPublicKey, sign } from "node:crypto";
import { concat, toHex } from "../bytes";
import { signCheckpoint, verifierKeyOf } from "../checkpoint";
import { type Entry, GENESIS_PREV_HASH, recordOf } from "../entry";
import { CompactRange } from "../merkle";
import { sha256 } from "../sha256";
import { bundleOf, TILE_WIDTH, type Tile } from "../tiles";

export const ORIGIN = "log.test/anchors";

/** A key pair of Ed25519 that is the same in each run. */
export function keyPair(seed: string) {
  const der = Buffer.concat([
    Buffer.from("302e020100300506032b657004220420", "hex"),
    createHash("sha256").update(seed).digest(),
  ]);
  const privateKey = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  const { x = "" } = createPublicKey(privateKey).export({ format: "jwk" });
  const raw = new Uint8Array(Buffer.from(x, "base64url"));
  return { raw, sign: (message: Uint8Array) => new Uint8Array(sign(null, message, privateKey)) };
}

/** A log in memory, with entries like those of the service, for its tiles. */
export class GeneratedLog {
  private readonly key = keyPair("log");
  private readonly records: string[] = [];
  /** The hashes of each stored level. */
  private readonly levels: Uint8Array[][] = [];
  private readonly tree = new CompactRange(sha256);
  private readonly change: (entry: Omit<Entry, "hash">) => object;
  private lastHash = GENESIS_PREV_HASH;

  /** @param seed of its contents; @param change makes a faulty record, which the log signs as it is */
  constructor(size: number, seed = "", change: (entry: Omit<Entry, "hash">) => object = (entry) => entry) {
    this.change = change;
    this.grow(size, seed);
  }

  /** Appends entries up to a size. @param seed of the new contents */
  grow(size: number, seed = ""): void {
    const contents = toHex(sha256(seed));
    while (this.records.length < size) {
      const seq = this.records.length + 1;
      const entry: Omit<Entry, "hash"> = {
        log: ORIGIN,
        seq,
        id: `00000000-0000-7000-8000-${String(seq).padStart(12, "0")}`,
        prev_hash: this.lastHash,
        scope: "PUBLIC",
        validation_status: "VALID",
        created_at: new Date(1_750_000_000_000 + seq).toISOString(),
        payload_commitment: contents,
      };
      const record = recordOf(this.change(entry) as typeof entry);
      const leaf = sha256(`\0${record}`);
      this.lastHash = toHex(leaf);
      this.records.push(record);
      this.tree.append(leaf, ({ level, hash }) => {
        if (level % 8 !== 0) return;
        this.levels[level / 8] ??= [];
        this.levels[level / 8]?.push(hash);
      });
    }
  }

  get size(): number {
    return this.records.length;
  }

  /** The hashes of the entries. */
  get leaves(): readonly Uint8Array[] {
    return this.levels[0] ?? [];
  }

  get verifierKey(): string {
    return verifierKeyOf(sha256, ORIGIN, this.key.raw);
  }

  get checkpoint() {
    return { origin: ORIGIN, size: this.size, root: this.tree.root() };
  }

  /** Its signed checkpoint. */
  get note(): string {
    return signCheckpoint(sha256, this.checkpoint, [{ key: this.key.raw, sign: this.key.sign }]);
  }

  readonly read = async ({ level, index, width }: Tile): Promise<Uint8Array> => {
    const range = [index * TILE_WIDTH, index * TILE_WIDTH + width] as const;
    if (level === "entries") return bundleOf(this.records.slice(...range));
    return concat(...(this.levels[level]?.slice(...range) ?? []));
  };
}
