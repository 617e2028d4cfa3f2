import { DEMO_AGENTS } from "@/lib/system/demo/tables";
import { expect, register } from "./fixtures";
import type { RunningServer } from "./http/start-server";

const SHOWN = ["proofmark", "countersign", "plumb-line", "second-reader", "glossa", "tarn", "kestrel", "lectern"];
const didOf = (name: string) => DEMO_AGENTS.find(({ did }) => did.endsWith(`:${name}`))?.did ?? "";

const AUDITS = [
  {
    did: didOf("plumb-line"),
    auditor: didOf("proofmark"),
    verdict: "pass",
    summary: "Nineteen of twenty faults named.",
  },
  {
    did: didOf("plumb-line"),
    auditor: didOf("countersign"),
    verdict: "pass",
    summary: "Its comments cite their line.",
  },
  { did: didOf("glossa"), auditor: didOf("countersign"), verdict: "pass", summary: "Every date of a lease is kept." },
  {
    did: didOf("kestrel"),
    auditor: didOf("proofmark"),
    verdict: "fail",
    summary: "Four alerts waited for the morning.",
  },
];
const INCIDENTS = [
  { title: "A token was published", severity: "CRITICAL", incident_type: "access", statuses: ["FROZEN", "RESOLVED"] },
  { title: "Drift above 0.30 for two days", severity: "LOW", incident_type: "drift", statuses: ["RESOLVED"] },
  {
    title: "A clause was left out",
    severity: "MAJOR",
    incident_type: "conduct",
    about: "glossa",
    statuses: ["RESOLVED"],
  },
  {
    title: "Alerts waited for the morning",
    severity: "MAJOR",
    incident_type: "conduct",
    about: "kestrel",
    statuses: [],
  },
];

/**
 * Creates a new federation for the pictures, only by the API. The demo is not used, because its days, bars and numbers
 * differ from day to day.
 */
export async function foundFederation(server: RunningServer): Promise<void> {
  const headers = { authorization: `Bearer ${await server.operatorToken()}` };
  const post = async (path: string, body: unknown) => {
    const response = await fetch(server.url + path, { method: "POST", headers, body: JSON.stringify(body) });
    expect(response.ok, `${path}: ${await response.clone().text()}`).toBe(true);
    return response.json();
  };
  for (const name of SHOWN) {
    const agent = DEMO_AGENTS.find(({ did }) => did === didOf(name));
    if (!agent) throw new Error(`The demo has no ${name}.`);
    const { skills, packages, joined: _, proved: __, ...record } = agent;
    const capability_manifest = { name: agent.name, skills, ...(packages ? { packages } : {}) };
    await register(server, { ...record, capabilities: [], capability_manifest });
  }
  for (const name of ["proofmark", "countersign"]) {
    await post(`/api/agent/${didOf(name)}/tier`, { tier: "T4", reason: "Founding auditor." });
  }
  for (const audit of AUDITS) await post("/api/council/audit", audit);
  for (const { statuses, about, ...incident } of INCIDENTS) {
    const affected = about === undefined ? [] : [didOf(about)];
    const { id } = await post("/api/incident/open", {
      ...incident,
      affected,
      description: "What happened, in a line.",
    });
    for (const status of statuses) await post(`/api/incident/${id}/transition`, { status, note: "What was found." });
  }
  await post("/api/relay/send", {
    ...{ src_did: didOf("countersign"), dst_did: didOf("glossa"), trace_id: "lease", kind: "request" },
    ...{ intent: "Say this lease in English, please", payload: { language: "pl" } },
  });
  await post("/api/memory/anchor", { did: didOf("plumb-line"), kind: "review", payload: { verdict: "sound" } });
  await post("/api/memory/anchor", { did: didOf("glossa"), kind: "lease", payload: { pages: 3 } });
  // On a busy machine, vectors come late, and the first checks of the service may fail. One comes every minute.
  const isSettled = async () => {
    const vectors = await (await fetch(`${server.url}/api/vectorstore/health`)).json();
    const home = await (await fetch(server.url)).text();
    return vectors.pending === 0 && vectors.next_model === null && home.includes("All components operational");
  };
  await expect.poll(isSettled, { timeout: 200_000 }).toBe(true);
}
