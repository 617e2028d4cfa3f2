"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { type Checked, CheckedFile, type KnownDocument } from "./checked-file";
import { hashFile, MAX_FILE_BYTES } from "./hash-file";

/** Hashes one file. Never throws. A failure is also a result. */
async function checkFile(file: File, position: number, onProgress: (share: number) => void): Promise<Checked> {
  const about = { name: file.name, key: `${position} ${file.name}` };
  if (file.size > MAX_FILE_BYTES) return { ...about, problem: "It is larger than any document here." };
  if (!globalThis.crypto?.subtle) {
    return { ...about, problem: "This browser hashes files on secure pages only. Use sha256sum, below." };
  }
  try {
    return { ...about, hash: await hashFile(file, onProgress) };
  } catch {
    return { ...about, problem: "The file could not be read. Choose files, not a folder." };
  }
}

/**
 * Hashes files in the browser and compares them with the manifest. Files can be chosen, or dropped anywhere on the
 * page.
 */
export function FileCheck({ documents }: { documents: KnownDocument[] }) {
  const [checked, setChecked] = useState<Checked[]>([]);
  const [reading, setReading] = useState<{ name: string; share: number } | null>(null);
  const [hovering, setHovering] = useState(false);
  // The number of the latest batch. An earlier batch stops when the number has changed.
  const latest = useRef(0);

  const check = useCallback(async (files: readonly File[]) => {
    if (files.length === 0) return;
    latest.current += 1;
    const batch = latest.current;
    setChecked([]);
    for (const [position, file] of files.entries()) {
      setReading({ name: file.name, share: 0 });
      const outcome = await checkFile(file, position, (share) => {
        if (batch === latest.current) setReading({ name: file.name, share });
      });
      if (batch !== latest.current) return;
      setChecked((earlier) => [...earlier, outcome]);
    }
    setReading(null);
  }, []);

  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      setHovering(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setHovering(false);
    };
    const drop = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      setHovering(false);
      void check([...event.dataTransfer.files]);
    };
    window.addEventListener("dragover", over);
    window.addEventListener("dragleave", leave);
    window.addEventListener("drop", drop);
    return () => {
      window.removeEventListener("dragover", over);
      window.removeEventListener("dragleave", leave);
      window.removeEventListener("drop", drop);
    };
  }, [check]);

  return (
    <>
      <label
        className={`mt-4 flex min-h-36 cursor-pointer flex-col items-center justify-center gap-1 border border-dashed p-4 text-center text-sm has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2 ${hovering ? "border-accent bg-accent-wash" : "border-rule hover:border-accent hover:bg-accent-wash"}`}
      >
        <span className="font-medium font-serif text-title-3">Drop a file here</span>
        <span className="text-accent underline underline-offset-3">or choose one</span>
        <input
          type="file"
          multiple
          className="sr-only"
          onChange={(event) => {
            void check([...(event.target.files ?? [])]);
            event.target.value = "";
          }}
        />
      </label>
      <noscript>
        <p className="mt-3 text-sm">Hashing in the browser needs JavaScript. The commands below do the same.</p>
      </noscript>
      {reading && (
        <p className="mt-4 text-sm">
          Reading <bdi className="[overflow-wrap:anywhere]">{reading.name}</bdi>{" "}
          <progress
            aria-label={`Reading ${reading.name}`}
            value={reading.share}
            className="mt-1 block h-2 w-full accent-accent"
          />
        </p>
      )}
      <div aria-live="polite">
        {checked.map((each) => (
          <CheckedFile key={each.key} checked={each} documents={documents} />
        ))}
      </div>
    </>
  );
}
