import { and, desc, eq, ilike, isNotNull, isNull, lt, lte, or, sql } from "drizzle-orm";
import { isActiveCredential } from "@/lib/authority/active-credential";
import type { Context } from "@/lib/authority/context";
import { EXPIRING_DAYS } from "@/lib/authority/tokens";
import { credentials } from "@/lib/database/schema/access";
import { foundRow } from "@/lib/foundation/errors";
import { containsPattern } from "@/lib/foundation/text/filter-text";
import { isUuid } from "@/lib/foundation/text/uuid";
import { authorize } from "@/lib/identity/permissions";
import type { Credential, CredentialFilters, CredentialList, CredentialQuery } from "../schema";
import { viewCredential } from "../view";

const DAY_MILLISECONDS = 86_400_000;

function matching({ kind, state, q = "" }: CredentialFilters, now: Date) {
  if (q.includes("\0") || !q.isWellFormed()) return sql`false`;
  const soon = new Date(now.getTime() + EXPIRING_DAYS * DAY_MILLISECONDS);
  const states = {
    working: isActiveCredential(now),
    expiring: and(isActiveCredential(now), lt(credentials.expiresAt, soon), isNull(credentials.replacedBy)),
    ended: or(isNotNull(credentials.revokedAt), lte(credentials.expiresAt, now)),
  };
  const part = containsPattern(q);
  return and(
    kind && eq(credentials.kind, kind),
    state && states[state],
    q === ""
      ? undefined
      : or(
          ...[credentials.label, credentials.did, credentials.organisation, credentials.operator].map((column) =>
            ilike(column, part),
          ),
        ),
  );
}

/** Lists credentials, newest first, filtered and paged, without secrets. */
export async function listCredentials(
  ctx: Context,
  { limit, offset, ...filters }: CredentialQuery,
): Promise<CredentialList> {
  authorize(ctx.caller, "credential.read");
  const where = matching(filters, ctx.clock());
  const rows = await ctx.db
    .select()
    .from(credentials)
    .where(where)
    .orderBy(desc(credentials.createdAt), credentials.id)
    .limit(limit)
    .offset(offset);
  return { credentials: rows.map(viewCredential), total: await ctx.db.$count(credentials, where), limit, offset };
}

/**
 * Returns one credential, without its secret.
 * @throws ServiceError `notFound`
 */
export async function getCredential(ctx: Context, { id }: { id: string }): Promise<Credential> {
  authorize(ctx.caller, "credential.read");
  const row = foundRow(isUuid(id) ? await ctx.db.select().from(credentials).where(eq(credentials.id, id)) : []);
  return viewCredential(row);
}
