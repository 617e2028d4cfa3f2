import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { GeneratedLog } from "@/lib/ledger/testing/generated-log";
import { witness } from "@/lib/ledger/testing/witness";
import { readTile } from "@/lib/ledger/tiles";
import { writeTree } from "@/lib/ledger/write-tree";
import { runScript } from "@/lib/testing/run-script";

const SCRIPT = path.resolve("public/evidence/watch.mjs");
const KEY = new GeneratedLog(0).verifierKey;
const { watch } = (await import(/* @vite-ignore */ pathToFileURL(SCRIPT).href)) as {
  watch: (args: string[], say?: (sentence: string) => void) => Promise<{ code: number; said: string; note?: string }>;
};

interface Shown {
  log: GeneratedLog;
  note?: string;
}

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "governance-watch-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/**
 * Watches a server that shows another log at each audit, the last one again and again.
 * @param shown null: an error; "later": an error that asks to wait for two minutes
 */
async function watchShown(shown: readonly (Shown | null | "later")[], ...more: string[]) {
  const state = path.join(newFolder(), "state");
  let audits = 0;
  const server = createServer(async (request, response) => {
    const [, , , part = "", level = "", ...index] = (request.url ?? "").split("/");
    if (part === "checkpoint") audits += 1;
    const present = shown[Math.min(audits, shown.length) - 1];
    if (present === "later") return response.writeHead(429, { "retry-after": "120" }).end();
    if (!present) return response.writeHead(403).end();
    if (part === "checkpoint") return response.end(present.note ?? present.log.note);
    const tile = readTile(level, index.join("/"));
    return tile ? response.end(await present.log.read(tile)) : response.writeHead(404).end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/log/anchors`;
  const earlier: string[] = [];
  const args = [
    url,
    "--key",
    KEY,
    "--state",
    state,
    ...(more.includes("--every") ? [] : ["--every", "0.001"]),
    ...more,
  ];
  const found = await watch(args, (sentence) => earlier.push(sentence.split(":")[0] ?? ""));
  const evidence = existsSync(`${state}.found`) ? readFileSync(`${state}.found`, "utf8") : null;
  return { ...found, audits, earlier, evidence, seen: JSON.parse(readFileSync(state, "utf8")).checkpoint };
}

const log = (size: number, seed = ""): Shown => ({ log: new GeneratedLog(size, seed) });

/** A log of so many entries with a damaged checkpoint. */
const damaged = (size: number): Shown => ({ ...log(size), note: new GeneratedLog(size, "other entries").note });

describe("watch.mjs", () => {
  it("goes on while the log grows, and ends at once when it FORKED, with the evidence", async () => {
    const fork = log(301, "a fork");
    expect(await watchShown([log(3), log(3), log(300), fork])).toEqual({
      code: 3,
      said: expect.stringMatching(/^FORKED: /),
      note: fork.log.note,
      audits: 4,
      earlier: ["OK", "OK", "OK"],
      evidence: fork.log.note,
      seen: log(300).log.note,
    });
  });

  const { vkey, cosign } = witness("w.test/a");
  const cosigned = (size: number, secondsAgo = 0): Shown => {
    const shown = log(size);
    return { ...shown, note: cosign(shown.log.note, BigInt(Math.floor(Date.now() / 1000) - secondsAgo)) };
  };

  it.each<[string, number, Shown, string?]>([
    ["ROLLED BACK", 3, log(4)],
    ["NOT WHOLE", 1, damaged(7)],
    ["NOT WITNESSED", 4, log(7), `witness A ${vkey}\nquorum A\n`],
    ["NOT WITNESSED", 4, cosigned(7, 4000), `witness A ${vkey}\nquorum A\n`],
  ])("ends when it is %s in two audits in succession, and not after one", async (kind, code, shown, policy) => {
    const file = path.join(newFolder(), "policy");
    if (policy) writeFileSync(file, policy);
    const more = policy ? ["--policy", file] : [];
    const found = await watchShown([cosigned(5), shown, cosigned(6), null, shown, shown], ...more);
    expect(found).toMatchObject({ code, said: expect.stringMatching(`^${kind}: `), audits: 6, evidence: found.note });
    expect(found.note).toBe(shown.note ?? shown.log.note);
    expect(found.earlier).toEqual(["OK", kind, "OK", "NOT CHECKED", kind]);
  });

  it("ends when the same is found again after errors, so errors in between do not keep it from ending", async () => {
    const found = await watchShown([log(5), log(4), null, null, log(4), null, log(4)]);
    expect(found).toMatchObject({ code: 3, said: expect.stringMatching(/^ROLLED BACK: /), audits: 5 });
    expect(found.earlier).toEqual(["OK", "ROLLED BACK", "NOT CHECKED"]);
  });

  const stalled = {
    code: 5,
    evidence: null,
    said: expect.stringMatching(/^STALLED: no audit succeeded for 2 seconds\. /),
  };
  const STALLED_AFTER = ["--stalled-after", "2"];

  it("ends when it could not be read for a while: STALLED", async () => {
    const found = await watchShown([log(5), null], ...STALLED_AFTER);
    expect(found).toMatchObject(stalled);
    expect(found.said).toMatch(/The last try: NOT CHECKED: http.+: 403$/);
  });

  it("ends when each audit finds something else than the one before, and none succeeds: STALLED", async () => {
    const shown = Array.from({ length: 9_999 }, (_, at) => (at % 2 === 0 ? log(4) : damaged(7)));
    expect(await watchShown([log(5), ...shown], "--every", "0.02", ...STALLED_AFTER)).toMatchObject(stalled);
  });

  it("ends when an audit does not end, because the log lets it wait: STALLED", async () => {
    expect(await watchShown([log(5), "later"], ...STALLED_AFTER)).toMatchObject({ ...stalled, audits: 2 });
  });

  it("ends at the start if it cannot audit at all", async () => {
    const nothing = { code: 2, said: expect.stringMatching(/^NOT CHECKED: /) };
    expect(await watch([newFolder(), "--state", path.join(newFolder(), "state")])).toMatchObject(nothing);
    expect(await watch([newFolder()])).toEqual({ code: 2, said: "NOT CHECKED: give --state FILE" });
    for (const every of ["soon", "0", "3600", "9e9"])
      expect(await watch([newFolder(), "--state", "state", "--every", every])).toMatchObject(nothing);
    const never = ["--stalled-after", "9e9"];
    expect(await watch([newFolder(), "--state", "state", ...never])).toMatchObject(nothing);
  });

  it("says what it sees, and ends with its code, as a program", async () => {
    const place = path.join(newFolder(), "log");
    const shown = new GeneratedLog(4);
    await writeTree(place, { size: shown.size, note: shown.note }, shown.read);
    const state = path.join(newFolder(), "state");
    const ended = runScript(SCRIPT, newFolder(), [place, "--key", KEY, "--state", state, "--every", "0.05"]);
    await expect.poll(() => existsSync(state)).toBe(true);
    const fork = new GeneratedLog(4, "a fork");
    await writeTree(place, { size: fork.size, note: fork.note }, fork.read);
    expect(await ended).toEqual({ code: 3, said: expect.stringMatching(/^OK: .+\nFORKED: .+\n$/s) });
  });
});
