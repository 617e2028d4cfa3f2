import { promisify } from "node:util";
import { crc32, deflateRaw } from "node:zlib";
import { Zip, type ZipInputFile } from "fflate";
import { presentWork } from "@/lib/authority/context";

const deflate = promisify(deflateRaw);
/** Measured for JSON at the default level. */
const BYTES_PER_MILLISECOND = 40_000;
const DEFLATED = 8;

export interface PackedFile {
  name: string;
  bytes: Uint8Array;
}

/** Writes files as a zip. The format is fflate's; the bytes are compressed on another thread, one file at a time. */
export async function* zipOf(files: AsyncIterable<PackedFile>): AsyncGenerator<Uint8Array> {
  const written: Uint8Array[] = [];
  // One time for all: each file has it twice, and both must be the same.
  const mtime = new Date();
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    written.push(bytes);
  });
  for await (const { name, bytes } of files) {
    const about = { size: bytes.length, crc: crc32(bytes), compression: DEFLATED };
    const entry: ZipInputFile = { filename: name, mtime, ...about };
    zip.add(entry);
    const compressed = await deflate(bytes);
    presentWork()?.chargeElsewhere(bytes.length / BYTES_PER_MILLISECOND);
    entry.ondata?.(null, compressed, true);
    yield Buffer.concat(written.splice(0));
  }
  zip.end();
  yield* written;
}
