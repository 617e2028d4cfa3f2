import { createPublicKey, sign, verify } from "node:crypto";
import type { Context } from "@/lib/authority/context";
import { KeySet } from "@/lib/authority/key-set";
import { listKeys } from "@/lib/authority/keys";
import type { Database } from "@/lib/database/open";
import { AgentProfile } from "@/lib/features/agents/schema";
import { getAgent } from "@/lib/features/agents/service/read";
import { AgentVersion } from "@/lib/features/agents/version-schema";
import { type FixedLog, fixLog, proveEntries } from "@/lib/features/anchors/service/prove";
import { addCosignatures } from "@/lib/features/anchors/witnesses/service/cosignatures";
import { actKindLabel, actSubjectLabel } from "@/lib/features/council/act-words";
import { auditRecord, incidentRecord } from "@/lib/features/disputes/rules";
import type { Dispute } from "@/lib/features/disputes/schema";
import type { IncidentSeal } from "@/lib/features/incidents/schema";
import { isInForce } from "@/lib/features/rfcs/rules";
import { RfcSummary } from "@/lib/features/rfcs/schema";
import { listRfcs } from "@/lib/features/rfcs/service/read";
import { Recomputation, TrustChange } from "@/lib/features/trust/schema";
import { recomputeTrust } from "@/lib/features/trust/service/recompute";
import { statementKey } from "@/lib/features/trust/service/statements";
import { settings } from "@/lib/foundation/env";
import { signedIssuer } from "@/lib/foundation/hosts";
import { counted } from "@/lib/foundation/text/counted";
import { utcMinute } from "@/lib/foundation/text/utc";
import { ANCHOR_LOG, COUNCIL_LOG } from "@/lib/ledger/append";
import { PackedAudit, PackedDispute, PackedIncident } from "../records";
import { type Item, MEGABYTES, type Part, type Period, periodOf, stateOfAct } from "../rules";
import { indexPage } from "../view/index-page";
import { leftOutText } from "../view/left-out";
import { PAYLOAD_TYPE, preAuthEncoding, viewStatement } from "../view/statement";
import { Contents } from "./contents";
import { listActs, readProvenActs } from "./read-acts";
import { readAudits, readHistory, readIncidents, readVersions } from "./read-records";
import { takeTurn } from "./turns";
import { type PackedFile, zipOf } from "./zip";

interface Asked {
  did: string;
  from?: Date | undefined;
  to?: Date | undefined;
}

/** A pack that is being made. All its proofs are to the same size of each log. */
interface Pack {
  agent: AgentProfile;
  period: Period;
  council: FixedLog;
  anchors: FixedLog;
  contents: Contents;
}

const MEGABYTE = 1_000_000;

/**
 * Begins an evidence pack. Its chunks are made while they are read, and the turn ends with the signal.
 * @throws ServiceError `invalid` for the period; `notFound`; `rateLimited`; `unavailable` if the guard of a log refuses it
 */
export async function makePack(
  ctx: Context,
  { did, ...asked }: Asked,
  signal: AbortSignal,
): Promise<{ name: string; chunks: AsyncGenerator<Uint8Array> }> {
  const period = periodOf(asked, ctx.clock());
  const agent = AgentProfile.parse(await getAgent(ctx, { did }));
  takeTurn(ctx.caller, signal);
  const council = await fixWitnessed(ctx.db, COUNCIL_LOG);
  const anchors = await fixWitnessed(ctx.db, ANCHOR_LOG);
  const megabytes = MEGABYTES[ctx.caller.kind === "anonymous" ? "anyone" : "member"];
  const pack = { agent, period, council, anchors, contents: new Contents(megabytes * MEGABYTE) };
  const safe = did.replace(/[^A-Za-z0-9._-]/g, "-").slice(0, 80);
  const name = `evidence-${safe}-${period.to.toISOString().slice(0, 10)}.zip`;
  return { name, chunks: zipOf(filesOf(ctx, pack)) };
}

/** Fixes a log at its present size, with the lines of the witnesses that cosigned exactly this one. */
async function fixWitnessed(db: Database, log: string): Promise<FixedLog> {
  const fixed = await fixLog(db, log);
  return { ...fixed, note: await addCosignatures(db, log, fixed.note) };
}

async function* filesOf(ctx: Context, pack: Pack): AsyncGenerator<PackedFile> {
  yield* frameFiles(ctx, pack);
  yield* versionFiles(ctx, pack);
  yield* auditFiles(ctx, pack);
  yield* incidentFiles(ctx, pack);
  yield* actFiles(ctx, pack);
  yield* endFiles(ctx, pack);
}

/** The files whose number does not depend on the records. */
async function* frameFiles(ctx: Context, { agent, period, council, anchors, contents }: Pack) {
  const { did } = agent;
  yield contents.file("agent.json", agent);
  yield contents.file("standing.json", Recomputation.parse(await recomputeTrust(ctx, { did, as_of: undefined })));
  const changes: TrustChange[] = [];
  for await (const change of readHistory(ctx, { did, period })) changes.push(TrustChange.parse(change));
  yield contents.file("history.json", { did, changes });
  yield contents.file("keys.json", KeySet.parse(await listKeys(ctx)));
  const { rfcs } = await listRfcs(ctx, { status: undefined });
  const inForce = rfcs.filter(({ status }) => isInForce(status)).map((rfc) => RfcSummary.parse(rfc));
  yield contents.file("rfcs.json", { rfcs: inForce });
  yield contents.file(`checkpoints/${COUNCIL_LOG}`, council.note);
  yield contents.file(`checkpoints/${ANCHOR_LOG}`, anchors.note);
}

/** Returns whether a record fits. If not, notes that it and the older ones of its part are left out. */
function fits({ contents }: Pack, part: Part, at: string): boolean {
  if (contents.hasRoom(part)) return true;
  contents.leftOut.push(`${part}: those of ${utcMinute(at)} UTC and before`);
  return false;
}

function* itemFile({ contents }: Pack, item: Item, content: object): Generator<PackedFile> {
  contents.items.push(item);
  yield contents.file(item.name, content);
}

async function* versionFiles(ctx: Context, pack: Pack): AsyncGenerator<PackedFile> {
  for await (const version of readVersions(ctx, { did: pack.agent.did, period: pack.period })) {
    const { revision, at, changes } = version;
    if (!fits(pack, "versions", at)) return;
    const title = `Revision ${revision}: ${changes.map(({ field }) => field).join(", ")}`;
    const item = { part: "versions", name: `versions/${revision}.json`, title, at, seqs: [] } as const;
    yield* itemFile(pack, item, AgentVersion.parse(version));
  }
}

function* replyFile(pack: Pack, record: string, dispute: Dispute | undefined): Generator<PackedFile> {
  if (dispute === undefined) return;
  const { replies, decision } = dispute;
  const title = [counted(replies.length, "reply", "replies"), decision?.decision.replace("_", " ") ?? []].flat();
  yield* itemFile(
    pack,
    {
      part: "replies",
      name: `replies/${record.replace(":", "-")}.json`,
      title: `${actSubjectLabel(record)}: ${title.join(", then ")}`,
      at: replies[0]?.at ?? decision?.at ?? "",
      seqs: [...replies.map(({ seq }) => seq), ...(decision ? [decision.seq] : [])],
    },
    { record, ...PackedDispute.parse(dispute) },
  );
}

async function* auditFiles(ctx: Context, pack: Pack): AsyncGenerator<PackedFile> {
  for await (const { audit, dispute } of readAudits(ctx, { did: pack.agent.did, period: pack.period })) {
    const { id, seq, verdict, auditor, created_at: at } = audit;
    if (!fits(pack, "audits", at)) return;
    const title = `${verdict} by ${auditor}`;
    yield* itemFile(
      pack,
      { part: "audits", name: `audits/${id}.json`, title, at, seqs: [seq] },
      PackedAudit.parse(audit),
    );
    yield* replyFile(pack, auditRecord(id), dispute);
  }
}

async function* incidentFiles(ctx: Context, pack: Pack): AsyncGenerator<PackedFile> {
  const { did } = pack.agent;
  for await (const incident of readIncidents(ctx, { did, period: pack.period })) {
    const { id, severity, title, timeline, seal, disputes, created_at: at } = incident;
    if (!fits(pack, "incidents", at)) return;
    const seqs = timeline.map(({ seq }) => seq);
    const item = { part: "incidents", name: `incidents/${id}.json`, title: `${severity}: ${title}`, at, seqs } as const;
    yield* itemFile(pack, item, PackedIncident.parse(incident));
    const own = disputes.find((dispute) => dispute.did === did);
    yield* replyFile(pack, incidentRecord(id), own);
    yield* sealFile(ctx, pack, seal);
  }
}

/** The anchor that commits to the hash of a sealed incident. */
async function* sealFile(ctx: Context, { anchors, contents }: Pack, seal: IncidentSeal | null) {
  if (seal === null || seal.anchor_seq > anchors.checkpoint.size) return;
  const [proof] = await proveEntries(ctx.db, anchors, [seal.anchor_seq]);
  yield contents.file(`anchors/${seal.anchor_seq}.json`, { ...seal.anchored, salt: seal.salt, ...proof });
}

async function* actFiles(ctx: Context, pack: Pack): AsyncGenerator<PackedFile> {
  const { agent, period, council, contents } = pack;
  const named = contents.items.flatMap(({ seqs }) => seqs);
  const seqs = await listActs(ctx, { did: agent.did, period, named, size: council.checkpoint.size });
  let written = 0;
  for await (const proven of readProvenActs(ctx, council, seqs)) {
    if (!contents.hasRoom("acts")) break;
    const { seq, kind, content, details, created_at: at } = proven.act;
    contents.acts.set(seq, stateOfAct(content));
    const move = details?.["to"] === undefined ? "" : `: ${details["from"]} to ${details["to"]}`;
    const title = `Act ${seq}, ${actKindLabel(kind)}${move}`;
    const item = { part: "acts", name: `acts/${seq}.json`, title, at, seqs: [seq] } as const;
    yield* itemFile(pack, item, proven);
    written += 1;
  }
  if (written < seqs.length) contents.leftOut.push(`acts: ${seqs.length - written} of ${seqs.length}`);
}

/** The files about all others. The statement is the last one, and signed. */
async function* endFiles(ctx: Context, { agent, period, council, anchors, contents }: Pack) {
  const facts = {
    ...{ did: agent.did, name: agent.name, period, leftOut: contents.leftOut },
    issuer: signedIssuer(settings(), council.head.origin),
    madeAt: ctx.clock().toISOString(),
    checkpoints: [council.checkpoint, anchors.checkpoint],
  };
  if (contents.leftOut.length > 0) yield contents.file("LEFT-OUT.txt", leftOutText(contents.leftOut));
  yield contents.file("index.html", indexPage(facts, contents));
  const sums = contents.sums.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join("");
  yield contents.file("SHA256SUMS", sums);
  const payload = Buffer.from(JSON.stringify(viewStatement(facts, contents.sums)));
  const { key, kid } = await statementKey(ctx);
  const signature = sign(null, preAuthEncoding(payload), key);
  if (!verify(null, preAuthEncoding(payload), createPublicKey(key), signature)) {
    throw new Error("the statement of a pack does not verify");
  }
  yield contents.file("statement.json", {
    payloadType: PAYLOAD_TYPE,
    payload: payload.toString("base64"),
    signatures: [{ keyid: kid, sig: signature.toString("base64") }],
  });
}
