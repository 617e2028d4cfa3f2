import type { Context } from "@/lib/authority/context";
import { findSameTexts } from "@/lib/database/erasures/redact";
import { withoutRedacted } from "@/lib/database/erasures/redaction-text";
import { authorize } from "@/lib/identity/permissions";
import type { NamedRecord, RedactionEffect } from "../schema";
import { findRecord } from "./find-record";

/** Values without a text. */
const EMPTY = ["", "[]", "{}", "null"];

const textOf = (value: unknown) => (typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? ""));

/** Returns what a redaction of a record would change. @throws ServiceError `notFound` */
export async function previewRedaction(ctx: Context, named: NamedRecord): Promise<RedactionEffect> {
  authorize(ctx.caller, "council.read_acts");
  const { act, texts } = await findRecord(ctx.db, named);
  const unredacted = Object.entries(await withoutRedacted(ctx.db, texts));
  const open = unredacted.filter(([, value]) => !EMPTY.includes(textOf(value)));
  const acts =
    act === null
      ? []
      : await findSameTexts(
          ctx.db,
          act,
          open.map(([field]) => field),
        );
  return {
    ...named,
    texts: open.map(([field, value]) => ({ field, text: textOf(value) })),
    acts: acts.map(({ seq, id, kind, createdAt }) => ({ seq, id, kind, at: createdAt.toISOString() })),
  };
}
