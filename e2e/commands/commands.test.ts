import { once } from "node:events";
import { copyFile, mkdir, readdir, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isPlausibleToken } from "@/lib/authority/tokens";
import { onServer } from "@/lib/database/testing/template";
import { runScript } from "@/lib/testing/run-script";
import { type Federation, newFederation } from "../http/federation";
import { type RunningServer, startServer } from "../http/start-server";

const AUDIT = path.resolve("public/evidence/audit.mjs");

let fed: Federation;
let server: RunningServer;

beforeAll(async () => {
  fed = await newFederation();
  server = await startServer({ dataDir: fed.directory, env: { ...fed.env, SEED_DEMO: "1" } });
});
afterAll(async () => {
  await server.stop("SIGKILL");
  await fed.cleanUp();
});

async function entries(log: string): Promise<{ seq: number; id: string }[]> {
  const answer = await fetch(`${server.url}/api/memory/log?log=${log}`);
  return (await answer.json()).entries;
}

describe("npm run doctor", () => {
  const served = () => ({ HOST: "127.0.0.1", PORT: String(server.port) });

  it("exits with 0 for a healthy server, and prints `ok` for each part", async () => {
    const { code, output } = await fed.doctor(served());
    expect([code, output]).toEqual([0, expect.stringMatching(/ 0 failed$/m)]);
    const good = output.split("\n").flatMap((line) => line.match(/^ {2}ok {7}(.+?) {2}/)?.[1] ?? []);
    const parts = ["DATABASE_URL", "Node", "build", "port", "data directory", "socket", "operator-token", "database"];
    const contents = ["clock", "migrations", "writing", "ledger heads", "documents", "operators"];
    expect(good).toEqual(expect.arrayContaining([...parts, ...contents, "Redis", "embeddings", "mail"]));
    const keys = onServer
      ? /^ {2}warning {2}signing key .+ in the database in clear/m
      : /^ {2}ok {7}signing key .+ of \S+signing-keys\.json\.$/m;
    expect(output).toMatch(keys);
    expect(output).toContain(`${server.port} is served by this service`);
  });

  it("exits with 1 if parts failed, prints a correction for each, and shows no secret", async () => {
    const other = createServer((_, response) => response.end("another program")).listen(0, "127.0.0.1");
    await once(other, "listening");
    const { code, output, errors } = await fed.doctor({
      HOST: "127.0.0.1",
      PORT: String((other.address() as AddressInfo).port),
      REDIS_URL: "redis://:secret-1@127.0.0.1:1",
      EMBEDDINGS_URL: "http://127.0.0.1:1?key=secret-2",
      EMBEDDINGS_MODEL: "small",
      EMBEDDINGS_API_KEY: "secret-3",
      SMTP_URL: "smtp://someone:secret-4@127.0.0.1:1?key=secret-5",
      MAIL_FROM: "federation@example.com",
      OPERATOR_TOKEN: "fgs_secret-6-with-a-wrong-checksum",
      SIGNING_KEY: "secret-7",
    });
    other.close();
    expect(code).toBe(1);
    const said = output.split(/^ {2}(?=\S)/m).filter((finding) => finding.startsWith("failed"));
    const names = [
      "OPERATOR_TOKEN",
      "SIGNING_KEY",
      "port",
      "signing key",
      "ledger heads",
      "Redis",
      "embeddings",
      "mail",
    ];
    expect(said.map((finding) => finding.match(/^failed +(.+?) {2}/)?.[1])).toEqual(names);
    for (const finding of said) expect(finding).toMatch(/\n +→ .+\.$/m);
    expect(output + errors).not.toContain("secret");
  });

  it("exits with 0 and one warning if there is no database yet, and does not create it", async () => {
    const fresh = await newFederation({ empty: true });
    const { code, output } = await fresh.doctor({ PORT: "0" });
    expect([code, output]).toEqual([0, expect.stringMatching(/^ {2}warning {2}database {2}There is none yet\./m)]);
    expect(await readdir(fresh.directory)).toEqual([]);
    await fresh.cleanUp();
  });

  it("exits with 1 and says what to do if the database does not respond", async () => {
    const { code, output } = await fed.doctor({ PORT: "0", DATABASE_URL: "postgres://127.0.0.1:1/none" });
    expect(code).toBe(1);
    expect(output).toMatch(
      /^ {2}failed {3}database {2}connect ECONNREFUSED 127\.0\.0\.1:1\n +→ See that the database runs/m,
    );
  });

  it("exits with 1 and names an invalid setting, or with 2 and the usage for an invalid command", async () => {
    expect(await fed.doctor({ PORT: "http" })).toMatchObject({
      code: 1,
      output: expect.stringMatching(/failed +PORT /),
    });
    const { code, errors } = await fed.doctor({}, "--force");
    expect([code, errors.includes("Usage: npm run doctor")]).toEqual([2, true]);
  });
});

describe("npm run migrate", () => {
  it("exits with 0 beside a running server, and with 2 for an invalid command", async () => {
    expect(await fed.command("migrate")).toMatchObject({ code: 0, output: "The tables are up to date.\n" });
    const { code, errors } = await fed.command("migrate", "--force");
    expect([code, errors.includes("Usage: npm run migrate")]).toEqual([2, true]);
  });
});

describe("npm run publish-log, with a running server", () => {
  it("writes both logs as files, and an audit of the files and of the service has the same result", async () => {
    const { logs } = await (await fetch(`${server.url}/api/memory/logs`)).json();
    const place = path.join(fed.directory, "published");
    const { code, output } = await fed.command("publish-log", place);
    expect([code, output]).toEqual([0, expect.stringMatching(/\/anchors: \d+ entries\n.*\/council: \d+ entries\n$/s)]);
    for (const { log, verifier_keys: keys } of logs) {
      const audit = (of: string) =>
        runScript(AUDIT, fed.directory, [of, ...keys.flatMap((key: string) => ["--key", key])]);
      const audited = await audit(path.join(place, log));
      expect(audited).toEqual({ code: 0, said: expect.stringMatching(/^OK: whole and signed: \d+ entries of /) });
      expect(await audit(`${server.url}/log/${log}`)).toEqual(audited);
    }
    expect((await fed.command("publish-log", place)).code).toBe(0);
  });

  it("exits with 1 and writes nothing into the folder of another log, and with 2 for an invalid command", async () => {
    const place = path.join(fed.directory, "other");
    await mkdir(path.join(place, "anchors"), { recursive: true });
    await copyFile(path.join(fed.directory, "published/council/checkpoint"), path.join(place, "anchors/checkpoint"));
    const { code, errors } = await fed.command("publish-log", place);
    expect([code, errors]).toEqual([1, expect.stringContaining("anchors/checkpoint is of another log")]);
    expect(await readdir(place, { recursive: true })).toEqual(["anchors", "anchors/checkpoint"]);
    for (const parameters of [[], [place, place], ["--force"]]) {
      const { code, errors } = await fed.command("publish-log", ...parameters);
      expect([code, errors.includes("Usage: npm run publish-log")]).toEqual([2, true]);
    }
  });
});

describe("npm run verify, with a running server", () => {
  it("exits with 0 and reports each log as complete and consistent with the saved checkpoint", async () => {
    const note = path.join(fed.directory, "kept.txt");
    await writeFile(note, await (await fetch(`${server.url}/checkpoint`)).text());
    const { code, output } = await fed.command("verify", "--checkpoint", note);
    expect([code, output.trim().split("\n").length]).toEqual([0, 2]);
    expect(output).toMatch(/^anchors: whole, \d+ entries, root [0-9a-f]{64}$/m);
    expect(output).toMatch(/^council: whole, \d+ entries, root [0-9a-f]{64}$/m);
  });

  it("exits with 2 and the usage for an invalid command or checkpoint", async () => {
    for (const parameters of [["--force"], ["--checkpoint", "nowhere.txt"], ["--checkpoint", "package.json"]]) {
      const { code, errors } = await fed.command("verify", ...parameters);
      expect([code, errors.includes("Usage: npm run verify")]).toEqual([2, true]);
    }
  });

  it("exits with 1 and names a log with dates ahead of the database's clock", async () => {
    const date = (days: number) =>
      fed.query(`
        set session_replication_role = replica;
        update ledger_heads set last_at = last_at + ${days} * interval '1 day' where log = 'council';
        set session_replication_role = origin`);
    await date(10_000);
    const { code, output } = await fed.command("verify");
    await date(-10_000);
    expect(code).toBe(1);
    expect(output).toMatch(/^council: DATED AHEAD of the database's clock/m);
    expect(output).not.toMatch(/^anchors: DATED/m);
  });

  it("exits with 1 and names an entry in which one byte was changed without the triggers", async () => {
    const [, second] = await entries("anchors");
    await fed.query(`
      set session_replication_role = replica;
      update ledger_entries set hash = set_byte(hash, 0, get_byte(hash, 0) # 1) where log = 'anchors' and seq = 2;
      set session_replication_role = origin`);
    const { code, output } = await fed.command("verify");
    expect(code).toBe(1);
    expect(output).toContain(`anchors: NOT WHOLE from entry 2 (${second?.id}) on:`);
    expect(output).toMatch(/^council: whole/m);
  });
});

describe("npm run reindex, with a running server", () => {
  it("creates every member's texts again, and exits with 0", async () => {
    const skills = "select name, texts from agent_skills where did = 'did:demo:s2:glossa' order by name";
    const before = await fed.query(skills);
    await fed.query("delete from agent_skills where did = 'did:demo:s2:glossa'");
    const { length: registered } = await fed.query("select did from agents where status <> 'unverified'");
    const { code, output } = await fed.command("reindex");
    expect([code, output]).toEqual([0, expect.stringMatching(new RegExp(`^${registered} agents[,;]`, "m"))]);
    expect(await fed.query(skills)).toEqual(before);
  });

  it("exits with 2 and the usage for an invalid command", async () => {
    const { code, errors } = await fed.command("reindex", "--force");
    expect([code, errors.includes("Usage: npm run reindex")]).toEqual([2, true]);
  });
});

describe("npm run erase, with a running server", () => {
  const journal = () => path.join(fed.directory, "journal");

  it("exits with 1 if there is no journal, and with 2 for an invalid command", async () => {
    const nameless = await fed.command("erase", "again");
    expect([nameless.code, nameless.errors]).toEqual([1, expect.stringContaining("There is no journal of erasures")]);
    const missing = await fed.command("erase", "again", journal());
    expect([missing.code, missing.errors]).toEqual([1, expect.stringContaining(`There is no file ${journal()}.`)]);
    const invalid = await fed.command("erase");
    expect([invalid.code, invalid.errors.includes("Usage: npm run erase")]).toEqual([2, true]);
  });

  it("erases what the journal lists, and exits with 1 if a line is no erasure", async () => {
    const [first] = await entries("anchors");
    const line = { at: new Date().toISOString(), kind: "anchor", key: first?.id };
    await writeFile(journal(), `\n${JSON.stringify(line)}\n{"at":`);
    const { code, output, errors } = await fed.command("erase", "again", journal());
    expect([code, output]).toEqual([1, expect.stringMatching(/^1 erasures in the journal; erased again: anchor 1,/)]);
    expect(errors).toContain("line 3 is no erasure");
    const [payload] = await fed.query("select payload from ledger_payloads where log = 'anchors' and seq = 1");
    expect(payload).toEqual({ payload: null });
  });
});

describe("npm run keys", () => {
  it("prints a new secret as a line for .env, and where to put it", async () => {
    const { code, output, errors } = await fed.command("keys", "new");
    expect([code, output]).toEqual([0, expect.stringMatching(/^SIGNING_KEY=[A-Za-z0-9+/=]{60,}\n$/)]);
    expect(errors).toContain("chmod 600 .env");
    const line = output.trim().slice("SIGNING_KEY=".length);
    const doctor = await fed.doctor({ PORT: "0", SIGNING_KEY: line });
    expect(doctor.output).toMatch(/^ {2}ok {7}SIGNING_KEY /m);
    const token = (await fed.command("keys", "new", "OPERATOR_TOKEN")).output.trim().slice("OPERATOR_TOKEN=".length);
    expect(isPlausibleToken(token)).toBe(true);
    expect((await fed.command("keys", "new", "PORT")).code).toBe(2);
  });
});
