/** A limit for the browser's memory: `SubtleCrypto` hashes only whole files. */
export const MAX_FILE_BYTES = 1 << 30;

/**
 * Returns a file's SHA-256 in lower-case hex, computed in this browser. Nothing is sent anywhere.
 * @param onProgress called with the share that has been read, 0 to 1, at most a hundred times
 * @throws if the file cannot be read, or the page is not secure enough for the browser to hash
 */
export async function hashFile(file: File, onProgress: (share: number) => void): Promise<string> {
  const bytes = new Uint8Array(file.size);
  const reader = file.stream().getReader();
  let read = 0;
  let shown = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes.set(part.value, read);
    read += part.value.length;
    const percent = Math.floor((100 * read) / file.size);
    if (percent > shown) {
      shown = percent;
      onProgress(percent / 100);
    }
  }
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
