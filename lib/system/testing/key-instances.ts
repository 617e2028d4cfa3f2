import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { vi } from "vitest";
import { systemContext } from "@/lib/authority/context";
import type { Database } from "@/lib/database/open";
import { webhooks } from "@/lib/database/schema/webhooks";

/** `twin` makes another instance with the same settings. */
export type Settings = [current?: string, previous?: string, twin?: string];

const loaded = new Map<string, ReturnType<typeof load>>();

/** An instance with these settings, which has its own modules. `start` starts it again. */
export function instanceOf(database: () => Database, ...[current, previous, twin = ""]: Settings) {
  const name = [current, previous, twin].join();
  const known = loaded.get(name) ?? load(database, current, previous);
  loaded.set(name, known);
  return known;
}

async function load(database: () => Database, current?: string, previous?: string) {
  const ctx = () => systemContext(database());
  vi.resetModules();
  vi.stubEnv("SIGNING_KEY", current);
  vi.stubEnv("SIGNING_KEY_PREVIOUS", previous);
  const [{ settings }, keys, change, changed, prove, signing, secrets, { resealSecrets }, lease, doctor] =
    await Promise.all([
      import("@/lib/foundation/env"),
      import("@/lib/authority/keys"),
      import("@/lib/authority/key-change"),
      import("@/lib/features/anchors/service/key-changes"),
      import("@/lib/features/anchors/service/prove"),
      import("@/lib/features/events/webhooks/service/sign"),
      import("@/lib/authority/sealed-secrets"),
      import("@/lib/features/events/webhooks/service/reseal"),
      import("@/lib/features/events/webhooks/service/lease"),
      import("../commands/doctor/signing-key"),
    ]);
  settings();
  const db = database();
  const start = async () => {
    const onAdded: NonNullable<Parameters<typeof keys.ensureSigningKey>[3]>["onAdded"] = (tx, added) =>
      changed.announceKey(ctx(), tx, added);
    await keys.ensureSigningKey(db, current, new Date(), { previous, onAdded });
    await change.recordUse(db);
  };
  const kidOf = async (purpose: "log" | "webhook" | "secrets") => (await keys.signingKey(db, current, purpose)).kid;
  return {
    start,
    kidOf,
    key: async () => (await keys.signingKey(db, current, "log")).key,
    pass: async () => {
      await change.recordUse(db);
      return { secrets: await resealSecrets(ctx()), retired: await changed.retireKeys(ctx()) };
    },
    checkpoint: (log: "anchors" | "council" = "anchors") => prove.readCheckpoint(ctx(), { log }),
    webhookSignatures: async () => {
      const headers = await signing.signedHeaders(db, [], { id: "a", timestampSeconds: 1, body: "" });
      return headers["webhook-signature"].split(" ");
    },
    subscribe: async () => {
      const [id, key] = [randomUUID(), await secrets.sealingKey(db)];
      const sealed = { secret: secrets.sealSecret(key, id, "whsec_x"), sealedWith: key.kid };
      const address = { url: "https://a.example/", host: "a.example", format: "standard" } as const;
      const place = { epoch: "x", scanned: 0, state: "active" } as const;
      await db.insert(webhooks).values({ id, owner: "system", ...address, ...place, ...sealed });
      return id;
    },
    open: async (id: string) => {
      const [row] = await db.select().from(webhooks).where(eq(webhooks.id, id));
      return row ? secrets.openSecret(await secrets.secretKeys(db), id, row.secret) : null;
    },
    doctor: async () => {
      const { state, says } = await doctor.examineSigningKey(ctx());
      return `${state}: ${says}`;
    },
    lease: async () => (await lease.leaseWebhook({ db }))?.id,
  };
}
export type Instance = Awaited<ReturnType<typeof load>>;
