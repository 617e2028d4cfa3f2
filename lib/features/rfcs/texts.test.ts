import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { MAX_STREAMS_OF } from "@/lib/api/open-streams";
import {
  LIFETIME_DAYS,
  ROTATION_GRACE_SECONDS,
  SESSION_IDLE_MILLISECONDS,
  SESSION_LIFETIME_MILLISECONDS,
} from "@/lib/authority/tokens";
import { MAX_GRACE_SECONDS } from "@/lib/features/access/schema";
import { MAX_DEPTH, MAX_PAYLOAD_CHARACTERS } from "@/lib/features/anchors/rules";
import { MAX_LOG_PAGE } from "@/lib/features/anchors/schema";
import { MAX_DOMAINS, MAX_FAILED_DAYS } from "@/lib/features/domains/rules";
import { getManifest } from "@/lib/features/evidence/service/verify";
import { MAX_AFFECTED, MAX_UNSETTLED } from "@/lib/features/incidents/schema";
import { MAX_EXTENSION_CHARACTERS, MAX_EXTENSIONS, MAX_INTENT_CHARACTERS } from "@/lib/features/relay/schema";
import { MAX_EVENTS } from "@/lib/features/relay/service/replay";
import { tierConditions, WEIGHTS } from "@/lib/features/trust/rules";
import { STATEMENT_SECONDS } from "@/lib/features/trust/service/statements";
import { parseSettings } from "@/lib/foundation/env";
import { SPEC_VERSION } from "@/lib/foundation/versions";
import { Did } from "@/lib/identity/did";
import { MAX_DID_CHARACTERS } from "@/lib/identity/did-syntax";
import { PERMISSIONS, type PermissionName } from "@/lib/identity/permissions";
import { ENDPOINTS } from "@/lib/portal/contract";
import { limits } from "@/lib/search/ranking/weights";
import { ACT_KINDS, fileOf, isInForce, nextStatuses, sectionsOf } from "./rules";
import { RfcStatus } from "./schema";
import { rfcTextOf } from "./service/texts";

const FILES = readdirSync("public/evidence/rfc").toSorted();
const RFCS = FILES.map((file) => rfcTextOf(file, readFileSync(`public/evidence/rfc/${file}`)));
const named = RFCS.map((rfc) => [`RFC ${rfc.number}`, rfc] as const);
/** An RFC's text in one line, so that a sentence is found wherever it is broken. */
/** Kinds of the change feed that no log has as an act. */
const ONLY_TOLD = ["agent.changed", "agent.joined", "agent.registered", "agent.tier_changed", "rfc.decided"];

const say = (number: number) => (RFCS.find((rfc) => rfc.number === number)?.text ?? "").replace(/\s+/g, " ");
const count = (value: number) => value.toLocaleString("en");

describe("the texts", () => {
  it.each(named)("%s has its number, its title, sections of different names, and a place in the manifest", (_, rfc) => {
    expect(`/evidence/rfc/${FILES[rfc.number - 1]}`).toBe(fileOf(rfc.number));
    expect(rfc.text).toContain(`\n# RFC ${rfc.number}: ${rfc.title}\n`);
    const anchors = sectionsOf(rfc.text).map(({ anchor }) => anchor);
    expect(anchors.length).toBeGreaterThan(3);
    expect(anchors).toEqual([...new Set(anchors)]);
    const digest = { name: fileOf(rfc.number).replace("/evidence/", ""), digest: { sha256: rfc.sha256 } };
    expect(getManifest().subject).toContainEqual(digest);
  });

  it("agree on successors, and every successor is in force", () => {
    for (const { number, superseded_by } of RFCS.filter(({ status }) => status === "SUPERSEDED")) {
      const successor = RFCS.find((rfc) => rfc.number === superseded_by);
      expect(successor?.supersedes).toContain(number);
      expect(isInForce(successor?.status ?? "DRAFT")).toBe(true);
    }
    for (const { number, supersedes } of RFCS) {
      for (const old of supersedes) expect(RFCS.find((rfc) => rfc.number === old)?.superseded_by).toBe(number);
    }
  });

  it("refer to RFCs that there are", () => {
    const referred = RFCS.flatMap(({ text }) => [...text.matchAll(/\bRFC (\d{1,3})\b/g)].map(([, number]) => number));
    for (const number of referred) expect(RFCS.map((rfc) => rfc.number)).toContain(Number(number));
  });

  it.each(named)("%s calls existing endpoints, with valid bodies", (_, { text }) => {
    const blocks = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, code = ""]) => code.replace(/\\\n/g, " "));
    const calls = blocks.flatMap((code) => code.split(/(?=curl )/)).filter((call) => call.startsWith("curl "));
    for (const call of calls) {
      const [, path = ""] = /\$FGS([^\s"?]*)/.exec(call) ?? [];
      const [, body] = /-d '([\s\S]*?)'/.exec(call) ?? [];
      const method = /-X (\w+)/.exec(call)?.[1] ?? (body === undefined ? "GET" : "POST");
      if (path.startsWith("/evidence/")) continue;
      const endpoint = ENDPOINTS.find(
        (each) => each.method === method && new RegExp(`^${each.path.replace(/\{\w+\}/g, "[^/]+")}$`).test(path),
      );
      expect(endpoint, `${method} ${path}`).toBeDefined();
      expect(call.includes("Bearer"), path).toBe(endpoint?.permission !== undefined);
      if (body !== undefined) expect(endpoint?.body?.safeParse(JSON.parse(body)).error, path).toBeUndefined();
    }
  });

  it("name no path that nothing serves", () => {
    const templates = new Set(ENDPOINTS.map(({ path }) => path.replace(/\{\w+\}/g, "{}")));
    for (const { number, text } of RFCS) {
      for (const [, path = ""] of text.matchAll(/`(?:GET |POST )?(\/api\/[^\s`?]*)/g)) {
        expect(templates, `RFC ${number}: ${path}`).toContain(path.replace(/\{\w+\}/g, "{}"));
      }
    }
  });
});

describe("the numbers in the texts are those of the code", () => {
  it("RFC 1: states and transitions", () => {
    for (const status of RfcStatus.options) expect(say(1)).toContain(`| ${status} |`);
    expect(RfcStatus.options.map((status) => nextStatuses(status))).toEqual([
      ["ACTIVE"],
      ["FROZEN", "SUPERSEDED"],
      [],
      [],
    ]);
    for (const kind of [ACT_KINDS.ACTIVE, ACT_KINDS.FROZEN, ACT_KINDS.SUPERSEDED]) expect(say(1)).toContain(kind);
    expect(say(1)).toContain(`agent of tier ${PERMISSIONS["rfc.review"].minimumTier}`);
  });

  it("RFC 2: the grammar, by its own examples and its own expression", () => {
    expect(say(2)).toContain(`at most ${MAX_DID_CHARACTERS} characters`);
    const text = RFCS[1]?.text ?? "";
    const expression = new RegExp(/^\^did.*\$$/m.exec(text)?.[0] ?? "never");
    const rows = [...text.matchAll(/^\| `(did:\S+)` \| (a DID|none)/gm)];
    expect(rows.length).toBeGreaterThan(5);
    for (const [, did = "", verdict] of rows) {
      expect(Did.safeParse(did).success, did).toBe(verdict === "a DID");
      expect(expression.test(did), did).toBe(verdict === "a DID");
    }
  });

  it("RFC 3: lifetimes, limits, and the least tier for everything", () => {
    expect(say(3)).toContain(`| ${LIFETIME_DAYS.agent} days | its own DID`);
    expect(say(3)).toContain(`| ${LIFETIME_DAYS.provider} days | the agents`);
    expect([LIFETIME_DAYS.operator, ROTATION_GRACE_SECONDS, MAX_GRACE_SECONDS]).toEqual([null, 86_400, 7 * 86_400]);
    const { RATE_LIMIT_REQUESTS, RATE_LIMIT_WINDOW_SECONDS } = parseSettings({});
    expect(say(3)).toContain(`${RATE_LIMIT_REQUESTS} requests in ${RATE_LIMIT_WINDOW_SECONDS} seconds`);
    const rows: Partial<Record<PermissionName, string>> = {
      "relay.route": "route an intent",
      "relay.send": "send a relay event",
      "memory.query": "query memory",
      "memory.anchor": "anchor in memory",
      "council.audit": "audit an agent",
      "rfc.review": "review an RFC",
    };
    for (const [name, words] of Object.entries(rows)) {
      expect(say(3)).toContain(`| ${words} | ${PERMISSIONS[name as PermissionName].minimumTier} |`);
    }
    for (const name of ["agent.join", "agent.register", "trust.verify", "relay.receive"] as const) {
      expect(PERMISSIONS[name]).toMatchObject({ minimumTier: null });
    }
  });

  it("RFC 4: weights and conditions", () => {
    const { registration, verifiedKey, verifiedDomain, audits, tenure, incidents } = WEIGHTS;
    const points = (tenths: number) => String(tenths / 10).replace("-", "−");
    for (const sentence of [
      `a share for each of the ${registration.parts} parts of the record that is filled in | ${points(registration.maximum)} |`,
      `once control of the key was proven | ${points(verifiedKey.maximum)} |`,
      `of one or several | ${points(verifiedDomain.maximum)} |`,
      `at most ${MAX_DOMAINS} hosts`,
      `After ${MAX_FAILED_DAYS} failed days in a row`,
      `${points(audits.pass)} for each passed, ${points(audits.fail)} for each failed | ${points(audits.maximum)}, and no less than ${points(audits.minimum)} |`,
      `full after ${tenure.fullAfterDays} days | ${points(tenure.maximum)} |`,
      `${points(incidents.LOW)} for LOW, ${points(incidents.MAJOR)} for MAJOR, ${points(incidents.CRITICAL)} for CRITICAL | 0, and no less than ${points(incidents.minimum)} |`,
      `fades evenly to nothing over ${audits.fadeDays} days; an incident over ${incidents.fadeDays} days`,
      `relied upon for ${STATEMENT_SECONDS / 60} minutes`,
    ]) {
      expect(say(4)).toContain(sentence);
    }
    const nobody = {
      registrationParts: 0,
      keyVerified: false,
      domains: [],
      audits: [],
      incidents: [],
      registeredOn: "1970-01-01",
    };
    expect(tierConditions(nobody, false, "1970-01-01").map(({ condition }) => condition)).toEqual([
      "A full registration",
      ...["A score of 40 or more", "A passed audit", "The last audit was passed"],
      "No critical incident in 30 days",
      ...["A score of 60 or more", "Three passed audits", "By two auditors", "None failed in 30 days"],
    ]);
  });

  it("RFC 10: bounds of incidents", () => {
    expect(say(10)).toContain(`agents that it affects, at most ${MAX_AFFECTED}`);
    expect(say(10)).toContain(`at most ${MAX_UNSETTLED} incidents that await an operator`);
  });

  it("RFC 6 and 7: bounds of events, and how intents are routed", () => {
    for (const sentence of [
      `its own words, 1 to ${MAX_INTENT_CHARACTERS} characters`,
      `at most ${MAX_EXTENSIONS} of them, of at most ${MAX_EXTENSION_CHARACTERS} characters`,
      `tier MUST be ${PERMISSIONS["relay.send"].minimumTier} or above`,
      `at most ${count(MAX_EVENTS)} events`,
      `at most ${MAX_STREAMS_OF.agent} streams at once, an organisation or operator ${MAX_STREAMS_OF.provider}`,
    ]) {
      expect(say(6)).toContain(sentence);
    }
    expect(say(7)).toContain(`MUST be of tier ${PERMISSIONS["relay.route"].minimumTier} or above`);
  });

  it("RFC 14: from which p on an agent fits", () => {
    const { fits, fitsLong, fitsUnoffered, fitsByExamples } = limits;
    expect(say(14)).toContain(
      `${fits}; ${fitsLong} for a question of more than five telling words; ${fitsUnoffered} for a shorter one`,
    );
    expect(say(14)).toContain(`${fitsByExamples} for an agent that is found by its examples`);
  });

  it("RFC 9 and 13: every kind of act that the code writes into the council's log", () => {
    const listed = [...`${say(9)} ${say(13)}`.matchAll(/\| ((?:`[a-z_.]+`(?:, )?)+) \|/g)].flatMap(([, cell = ""]) => {
      let subject = "";
      return cell.split(", ").map((quoted) => {
        const kind = quoted.replaceAll("`", "");
        if (!kind.startsWith(".")) subject = kind.slice(0, kind.indexOf("."));
        return kind.startsWith(".") ? subject + kind : kind;
      });
    });
    const sources = readdirSync("lib", { recursive: true, encoding: "utf8" })
      .filter((file) => /\/(service|rules)[/.].*\.?ts$/.test(`/${file}`) && !file.endsWith(".test.ts"))
      .map((file) => readFileSync(`lib/${file}`, "utf8"));
    const subjects = new Set(listed.map((kind) => kind.split(".")[0]));
    const written = sources
      .flatMap((source) => [...source.matchAll(/"([a-z]+)\.([a-z_]+)"/g)])
      // `agent.json` is a file.
      .filter(([, subject = "", verb]) => subjects.has(subject) && verb !== "json")
      .map(([, subject, verb]) => `${subject}.${verb}`)
      .filter((kind) => !(kind in PERMISSIONS) && !ONLY_TOLD.includes(kind));
    expect(written.length).toBeGreaterThan(15);
    expect(listed).toEqual(expect.arrayContaining(written));
  });

  it("RFC 3: when sessions end", () => {
    expect(say(3)).toContain(`after ${SESSION_IDLE_MILLISECONDS / 60_000} minutes without use`);
    expect(say(3)).toContain(`after ${SESSION_LIFETIME_MILLISECONDS / 3_600_000} hours`);
  });

  it("RFC 8, 9 and 11: bounds of anchors and audits, and the version of the interface", () => {
    expect(say(8)).toContain(`tier MUST be ${PERMISSIONS["memory.anchor"].minimumTier} or above`);
    expect(say(8)).toContain(
      `of at most ${count(MAX_PAYLOAD_CHARACTERS)} characters, nested at most ${MAX_DEPTH} deep`,
    );
    expect(say(8)).toContain(`pages of up to ${MAX_LOG_PAGE} entries`);
    expect(say(8)).toContain(`needs tier ${PERMISSIONS["memory.query"].minimumTier}`);
    expect(say(9)).toContain(`MUST be of tier ${PERMISSIONS["council.audit"].minimumTier}`);
    expect(say(11)).toContain(`its version is ${SPEC_VERSION}`);
  });
});
