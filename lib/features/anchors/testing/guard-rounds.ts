import { rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/postgres-js";
import { systemContext } from "@/lib/authority/context";
import type { Client } from "@/lib/database/client";
import type { Database } from "@/lib/database/open";
import { ServiceError } from "@/lib/foundation/errors";
import { ANCHOR_LOG } from "@/lib/ledger/append";
import { toHex } from "@/lib/ledger/bytes";
import { readCheckpoint } from "@/lib/ledger/checkpoint";
import { folderStore } from "@/lib/ledger/guard/folder-store";
import { setGuardStore } from "@/lib/ledger/guard/guard";
import type { GuardStore } from "@/lib/ledger/guard/guard-store";
import { readHead } from "@/lib/ledger/head";
import { createDraft } from "@/lib/ledger/link";
import { appendAnchors } from "../service/append";
import { readCheckpoint as signCheckpoint } from "../service/prove";

/** What may happen in a round. */
export const STEPS = [
  "append one",
  "append several",
  "sign",
  "restart",
  "save a backup",
  "restore the backup",
  "start on the backup",
  "guard late",
  "guard fails before it stores",
  "guard fails after it stored",
  "guard heals",
] as const;
export type Step = (typeof STEPS)[number];

const TABLES = ["ledger_entries", "ledger_payloads", "ledger_nodes", "ledger_heads"] as const;

/** The sentence of a refused append. */
const SAYS =
  /^(The log "anchors" does not continue what was signed of it\. .+ Nothing more of it is signed|The database has lost entries that were signed)\.$/;

/** A log under a guard, to which everything happens that a guard is for. It remembers all that was signed. */
export class GuardedLog {
  private readonly client: Client;
  private readonly folder: string;
  private db: Database;
  private trouble: Step = "guard heals";
  private readonly signed = new Map<number, string>();
  private readonly acknowledged = new Set<string>();
  private number = 0;
  /** Sizes for which two roots were signed. */
  readonly forks: number[] = [];

  constructor(client: Client, folder: string) {
    this.client = client;
    this.folder = folder;
    this.db = drizzle(client);
    this.restart();
  }

  /** As a new process: nothing but the database and the guard's folder is remembered. */
  private restart(): void {
    this.db = drizzle(this.client);
    const inner = folderStore(path.join(this.folder, "guard"), false);
    const store: GuardStore = {
      ...inner,
      advance: async (...parameters) => {
        if (this.trouble === "guard fails before it stores") throw new Error("gone");
        if (this.trouble === "guard late") await sleep(5);
        await inner.advance(...parameters);
        if (this.trouble === "guard fails after it stored") throw new Error("gone");
      },
    };
    setGuardStore(this.db, store);
  }

  private note(size: number, root: string): void {
    if ((this.signed.get(size) ?? root) !== root) this.forks.push(size);
    this.signed.set(size, root);
  }

  private async append(): Promise<void> {
    this.number += 1;
    const content = { did: "did:test:s1:guarded", kind: "note", scope: "PUBLIC" as const, payload: this.number };
    const drafts = [
      { ...createDraft(content, new Date()), key: this.number % 3 === 0 ? `key-${this.number}` : undefined },
    ];
    const [appended] = await appendAnchors(this.db, drafts);
    if (!appended) throw new Error("nothing was appended");
    this.note(appended.receipt.tree_size, appended.receipt.root_hash);
    this.acknowledged.add(appended.entry.id);
  }

  private async sign(): Promise<void> {
    const note = await signCheckpoint(systemContext(this.db), { log: ANCHOR_LOG });
    const checkpoint = readCheckpoint(note);
    if (checkpoint) this.note(checkpoint.size, toHex(checkpoint.root));
  }

  /** Copies the log's tables between the schema of the service and another one. */
  private async copy(from: string, to: string): Promise<void> {
    await this.db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(sql.raw(`create schema if not exists ${to}`));
      for (const table of TABLES) {
        await tx.execute(sql.raw(`create table if not exists ${to}.${table} as select * from public.${table} limit 0`));
        await tx.execute(sql.raw(`delete from ${to}.${table} where log = 'anchors'`));
        const columns = await tx.execute<{ name: string }>(
          sql`select quote_ident(attname) as name from pg_attribute
            where attrelid = ${`public.${table}`}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
        );
        const names = columns.map(({ name }) => name).join(", ");
        const rows = `select ${names} from ${from}.${table} where log = 'anchors'`;
        await tx.execute(sql.raw(`insert into ${to}.${table} (${names}) ${rows}`));
      }
    });
  }

  private async largestSigned(): Promise<number> {
    const { origin } = await readHead(this.db, ANCHOR_LOG);
    const states = await folderStore(path.join(this.folder, "guard"), false).read(origin);
    return Math.max(0, ...states.map(({ size }) => size));
  }

  private async restore(): Promise<void> {
    // The lost entries are somewhere: in a newer backup, or on the old disk.
    const { tree } = await readHead(this.db, ANCHOR_LOG);
    if (tree.size >= (await this.largestSigned())) await this.copy("public", "newest");
    await this.copy("backup", "public");
  }

  /** Does a step. Refusals are part of it; any other error is thrown. */
  async take(step: Step): Promise<void> {
    const refused = (error: unknown) => {
      if (!(error instanceof ServiceError)) throw error;
    };
    if (step === "append one") await this.append().catch(refused);
    else if (step === "append several")
      await Promise.all(Array.from({ length: 4 }, () => this.append().catch(refused)));
    else if (step === "sign") await this.sign().catch(refused);
    else if (step === "restart") this.restart();
    else if (step === "save a backup") await this.copy("public", "backup");
    else if (step === "restore the backup") await this.restore();
    else if (step === "start on the backup") await this.restore().then(() => this.restart());
    else this.trouble = step;
  }

  /** Ends a round: the log is in service, or says what to do, and is in service after that was done. @returns which */
  async end(): Promise<"in service" | "was stopped"> {
    this.trouble = "guard heals";
    const [first] = await Promise.allSettled([this.append()]);
    if (first.status === "fulfilled") return "in service";
    const { kind, message } = first.reason as ServiceError;
    if (kind !== "frozen" || !SAYS.test(message)) throw first.reason;
    await this.copy("newest", "public");
    this.restart();
    await this.append();
    return "was stopped";
  }

  /** Returns the acknowledged entries that the log does not have. */
  async lost(): Promise<string[]> {
    const rows = await this.db.execute<{ id: string }>(sql`select id from ledger_entries where log = 'anchors'`);
    const stored = new Set(rows.map(({ id }) => id));
    return [...this.acknowledged].filter((id) => !stored.has(id));
  }

  async close(): Promise<void> {
    await rm(this.folder, { recursive: true });
  }
}
