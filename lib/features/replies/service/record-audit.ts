import type { Context } from "@/lib/authority/context";
import { tellOwners } from "@/lib/features/access/service/tell-owners";
import type { RecordAudit, RecordedAudit } from "@/lib/features/council/schema";
import { recordAuditNaming } from "@/lib/features/council/service/audit";
import { auditRecord } from "@/lib/features/disputes/rules";

/** Records an audit, and tells the owner of the audited agent, who may reply. @throws ServiceError the errors of `recordAudit` */
export async function recordAuditAndTell(ctx: Context, input: RecordAudit): Promise<RecordedAudit> {
  const { audit, named } = await recordAuditNaming(ctx, input);
  await tellOwners(ctx, { record: auditRecord(audit.id), named });
  return audit;
}
