import { charged } from "@/lib/authority/context";
import { toHex } from "@/lib/ledger/bytes";
import { sha256 } from "@/lib/ledger/sha256";
import { type Item, type ItemState, MAX_FILES, type Part, USED_AFTER } from "../rules";
import type { PackedFile } from "./zip";

const encoder = new TextEncoder();

/** What a pack contains so far: the sums of its files, its records, and what did not fit. */
export class Contents {
  readonly sums: { name: string; sha256: string }[] = [];
  readonly items: Item[] = [];
  readonly acts = new Map<number, ItemState>();
  /** The parts that are left out, in words. */
  readonly leftOut: string[] = [];
  private readonly maxBytes: number;
  private bytes = 0;

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  /** Returns a file. JSON unless it is a text. */
  file(name: string, content: string | object): PackedFile {
    return charged(() => {
      const text = typeof content === "string" ? content : `${JSON.stringify(content, null, 2)}\n`;
      const bytes = encoder.encode(text);
      this.sums.push({ name, sha256: toHex(sha256(bytes)) });
      this.bytes += bytes.length;
      return { name, bytes };
    });
  }

  /** Returns whether a part has room for another record. The last one may exceed it by its own size. */
  hasRoom(part: Part): boolean {
    return this.bytes < this.maxBytes * USED_AFTER[part] && this.sums.length < MAX_FILES;
  }
}
