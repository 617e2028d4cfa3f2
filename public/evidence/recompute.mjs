// Makes an agent's trust score again: node recompute.mjs https://the.service did:fed:s1:atlas [YYYY-MM-DD], or offline: node recompute.mjs FILE…
// with answers of /api/trust/recompute/{did}, one or an array. Online the facts, too, are held against the record, the audits, the incidents and the weights.
import { readFileSync } from "node:fs";
const [first = "", did = "", day = ""] = process.argv.slice(2), online = /^https?:/.test(first);
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const stop = (code, what) => (console.error(`NOT ${code === 1 ? "THE SAME" : "CHECKED"}: ${what}`), process.exit(code)), check = (good, what) => good || stop(1, what);
process.on("uncaughtException", ({ message, cause }) => stop(2, cause?.message || message));
const days = (from, to) => Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 864e5));
const add = (numbers) => numbers.reduce((sum, number) => sum + number, 0), held = (low, number, high) => Math.min(Math.max(number, low), high);

/** Score, signals (in points) and earned tier, from the facts and the weights alone. */
function compute({ facts, weights: w, as_of }) {
  const left = (points, { fadeDays }, from) => (points * Math.max(0, fadeDays - days(from, as_of))) / fadeDays;
  const passed = facts.audits.filter(({ verdict }) => verdict === "pass"), failed = facts.audits.filter(({ verdict }) => verdict === "fail");
  const listed = facts.listed_on <= as_of && !(facts.member_since <= as_of), since = facts.member_since <= as_of ? facts.member_since : facts.registered_on;
  const critical = facts.incidents.filter(({ severity }) => severity === "CRITICAL");
  const tenths = {
    registration: listed ? 0 : (w.registration.maximum * facts.registration.present.length) / w.registration.parts,
    verified_key: facts.key_verified ? w.verifiedKey.maximum : 0,
    verified_domain: facts.domains.length > 0 ? w.verifiedDomain.maximum : 0,
    audits: held(w.audits.minimum, add(facts.audits.map((a) => left(w.audits[a.verdict], w.audits, a.day))), w.audits.maximum),
    tenure: listed ? 0 : (w.tenure.maximum * Math.min(days(since, as_of), w.tenure.fullAfterDays)) / w.tenure.fullAfterDays,
    incidents: Math.max(w.incidents.minimum, add(facts.incidents.map((i) => left(w.incidents[i.severity], w.incidents, i.day)))),
  };
  const signals = Object.entries(tenths).map(([name, value]) => [name, Math.round(value)]);
  const score = held(0, add(signals.map(([, value]) => value)), 1000) / 10;
  const tiers = [
    ["T1", facts.registered && !listed],
    ["T2", score >= 40 && passed.length >= 1 && facts.audits.at(-1)?.verdict !== "fail" && critical.every((i) => days(i.day, as_of) >= 30)],
    ["T3", score >= 60 && passed.length >= 3 && new Set(passed.map((a) => a.organisation ?? a.auditor)).size >= 2 && failed.every((a) => days(a.day, as_of) >= 30)],
  ];
  const reached = tiers.findIndex(([, holds]) => !holds), earned = ["T0", "T1", "T2", "T3"][reached < 0 ? 3 : reached];
  return { score, signals, earned, tier: facts.granted_tier ?? earned };
}

function compare(answer) {
  const { score, signals, earned, tier } = compute(answer), who = `${answer.did} on ${answer.as_of}`;
  for (const [at, [name, value]] of signals.entries()) {
    const { name: said, contribution } = answer.signals[at] ?? {};
    check(said === name && Math.round(contribution * 10) === value, `${who}: ${name} is ${value / 10}, not ${contribution}`);
  }
  check(answer.signals.length === signals.length && answer.trust_score === score, `${who}: the score is ${score}, not ${answer.trust_score}`);
  check(answer.earned_tier === earned, `${who}: the earned tier is ${earned}, not ${answer.earned_tier}`);
  check(answer.trust_tier === tier, `${who}: the tier is ${tier}, not ${answer.trust_tier}`);
  return `${who}: ${score} of 100, ${tier}${answer.facts.granted_tier ? " by an operator's grant" : ""}`;
}

const get = async (path, answer) => (answer = await fetch(new URL(path, first))).status !== 429 ? answer.ok ? answer.json() : stop(2, `${path}: ${answer.status}`)
  : new Promise((done) => setTimeout(done, 1000 * answer.headers.get("retry-after"))).then(() => get(path));
/** The facts as they stand elsewhere: in the agent's own record and in the register of audits. */
async function gather({ facts, weights, as_of }) {
  const record = await get(`/api/agents/${encodeURIComponent(did)}`), audits = [];
  for (let page; !page || page.offset + page.limit < page.total; ) {
    page = await get(`/api/council/audits?limit=200&offset=${page ? page.offset + page.limit : 0}&did=${encodeURIComponent(did)}`);
    audits.unshift(...page.audits.reverse().filter((a) => a.verdict !== "pending" && a.decision !== "set_aside" && a.created_at.slice(0, 10) <= as_of));
  }
  const filled = (value) => (Array.isArray(value) ? value : typeof value === "string" ? value : Object.keys(value)).length > 0;
  const there = (part) => (part === "name" ? record.name !== did.split(":").slice(3).join(":") : part === "model" ? record.model_given : filled(record[part]));
  const { present, missing } = facts.registration, parts = present.every(there) && !missing.some(there);
  check(parts && present.length + missing.length === weights.registration.parts, "the parts of the registration");
  check(facts.registered_on === record.registered_at.slice(0, 10) && facts.registered === (record.status !== "unverified" || record.listed_from !== undefined), "the registration");
  check(record.listed_from ? facts.listed_on && !facts.member_since : !facts.listed_on || facts.member_since === record.member_since.slice(0, 10), "the membership");
  check(facts.key_verified === record.key_verified && (facts.granted_tier !== null) === record.tier_granted, "the key or the grant");
  check(same(facts.domains, record.domains), "the domains");
  const known = audits.sort((a, b) => a.seq - b.seq).map(({ verdict, created_at, auditor, auditor_organisation }) => ({ verdict, day: created_at.slice(0, 10), auditor, organisation: auditor_organisation }));
  check(same(facts.audits.map(({ verdict, day, auditor, organisation = null }) => ({ verdict, day, auditor, organisation })), known), "the audits");
  for (const { id, severity, day } of facts.incidents) {
    const incident = await get(`/api/incident/${id}`), named = incident.affected.find((each) => each.did === did);
    check(incident.severity === severity && incident.confirmed_at?.slice(0, 10) === day && named?.struck === null && !incident.unfounded && !incident.disputes.some(({ did: of, decision: d }) => d && (d.decision === "withdrawn" || (of === did && d.decision !== "upheld"))), `incident ${id}`);
  }
  check(same(weights, (await get("/evidence/trust-weights.json")).weights), "the weights");
}

if (online) {
  const answer = await get(`/api/trust/recompute/${encodeURIComponent(did)}${day && `?as_of=${day}`}`);
  await gather(answer);
  console.log(`same: ${compare(answer)}`);
} else {
  const answers = process.argv.slice(2).flatMap((file) => JSON.parse(readFileSync(file, "utf8")));
  if (answers.length === 0) stop(2, "no answer was given");
  for (const answer of answers) compare(answer);
  console.log(`same: ${answers.length} scores`);
}
