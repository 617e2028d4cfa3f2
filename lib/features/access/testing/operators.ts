import { randomUUID } from "node:crypto";
import type { Database } from "@/lib/database/open";
import { credentials, operators } from "@/lib/database/schema/access";
import type { Caller } from "@/lib/identity/permissions";
import type { Role } from "@/lib/identity/roles";

type OperatorCaller = Extract<Caller, { kind: "operator" }> & { credentialId: string };

/** An operator as a caller. The database knows it only after `storeOperator`. */
export const operatorCaller = (operator = "someones", role: Role = "owner"): OperatorCaller => ({
  kind: "operator",
  credentialId: randomUUID(),
  operator,
  role,
});

/** Stores the operator's account and token, without a token that anyone could send. */
export async function storeOperator(
  db: Database,
  { credentialId: id, operator, role }: OperatorCaller,
  label = "",
): Promise<void> {
  const made = { createdAt: new Date(), createdBy: "test" };
  await db.insert(operators).values({ pseudonym: operator, name: label, role, ...made });
  await db.insert(credentials).values({ id, kind: "operator", operator, label, tokenHash: id, ...made });
}
