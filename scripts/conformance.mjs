// Checks the built service with conformance tools by others, and starts it on each supported version of Node. Ends with
// `N passed, N failed`. The tools need a newer Node than the service, so they are not dependencies. npm installs them,
// and those versions of Node, in a temporary folder.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { ensureBrowser } from "./browser.mjs";

/** The first supported version, and the two newest LTS lines. */
const NODES = { node20: "20.19.0", node24: "24.21.0", node26: "26.10.0" };
/** The last version of a line that is too old. */
const TOO_OLD = { node18: "18.20.8" };
const TOOLS = {
  "@modelcontextprotocol/conformance": "0.1.16",
  "kubernetes-models": "5.1.0",
  lighthouse: "13.5.0",
  yaml: "2.9.1",
};
/** Scenarios that do not need particular tools on a server. */
const MCP_SCENARIOS = ["server-initialize", "ping", "tools-list", "dns-rebinding-protection"];
/** A document, and a page with components in the browser. */
const PAGES = ["/", "/agents"];
/** Audits that Lighthouse must not find inapplicable. */
const APPLICABLE = ["llms-txt", "ard-schema"];
/** Below this score, an audit has found a fault. A warning gives 0.9. */
const GOOD_SCORE = 0.9;
const START_MILLISECONDS = 120_000;
/** Number of tries, because on a busy machine a part of the smoke check may exceed its time limit. */
const VERIFIED_MILLISECONDS = 60_000;

const folder = mkdtempSync(path.join(tmpdir(), "governance-conformance-"));
const tool = (/** @type {string[]} */ ...parts) => path.join(folder, "node_modules", ...parts);
const nodeOf = (/** @type {string} */ name) => tool(name, "bin", "node");
const counts = { passed: 0, failed: 0 };
/** @type {string[]} */
const failures = [];

/** @param {string} what @param {string | undefined} fault */
function check(what, fault) {
  const seconds = (performance.now() / 1_000).toFixed(0);
  counts[fault === undefined ? "passed" : "failed"] += 1;
  process.stdout.write(`${fault === undefined ? "passed" : "FAILED"}  ${what} (${seconds} s)\n`);
  if (fault !== undefined) failures.push(`${what}: ${fault}`);
}

/** @param {string} command @param {string[]} parameters @returns {Promise<{ code: number, output: string }>} */
async function run(command, parameters, environment = {}) {
  const child = spawn(command, parameters, {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  const [code] = await once(child, "close");
  return { code, output };
}

async function install() {
  const nodes = Object.entries({ ...NODES, ...TOO_OLD }).map(([name, version]) => [
    name,
    `npm:node-${process.platform}-${process.arch}@${version}`,
  ]);
  writeFileSync(
    path.join(folder, "package.json"),
    JSON.stringify({ private: true, dependencies: { ...Object.fromEntries(nodes), ...TOOLS } }),
  );
  const npm = ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline", "--prefix", folder];
  const { code, output } = await run("npm", npm);
  if (code !== 0) throw new Error(`npm could not install the tools:\n${output}`);
}

/**
 * Starts the build on a version of Node, on an empty database, and stops it once `use` is done.
 * @param {string} node the name of its folder
 * @param {{ demo: boolean }} options
 * @param {(url: string) => Promise<void>} use
 */
async function withService(node, { demo }, use) {
  const data = path.join(folder, `data-${node}-${demo ? "demo" : "empty"}`);
  const child = spawn(
    nodeOf(node),
    ["--max-semi-space-size=64", "--no-allocation-site-pretenuring", "dist/server.js"],
    {
      env: {
        PATH: process.env["PATH"],
        NODE_ENV: "production",
        HOST: "127.0.0.1",
        PORT: "0",
        DATA_DIR: data,
        SEED_DEMO: demo ? "1" : "0",
        RATE_LIMIT_REQUESTS: "100000",
        DATABASE_TIMEOUT_SECONDS: "30",
      },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  const ended = once(child, "exit");
  let said = "";
  const listening = new Promise((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on("line", (line) => {
        said += `${line}\n`;
        const port = /"port":(\d+).*?/.exec(line)?.[1];
        if (line.includes('"event":"listening"') && port) resolve(`http://127.0.0.1:${port}`);
      });
    }
  });
  try {
    const url = await Promise.race([listening, ended, sleep(START_MILLISECONDS, undefined, { ref: false })]);
    if (typeof url !== "string") throw new Error(`it does not listen: ${said.slice(-2_000)}`);
    await use(url);
  } finally {
    child.kill();
    await ended;
    rmSync(data, { recursive: true, force: true });
  }
}

/** @param {string} url @returns {Promise<string | undefined>} the fault of the service */
async function faultOf(url) {
  const until = Date.now() + VERIFIED_MILLISECONDS;
  for (;;) {
    const { status } = await fetch(`${url}/readyz`);
    if (status === 200) break;
    if (Date.now() > until) return `/readyz returns ${status}`;
    await sleep(500);
  }
  for (;;) {
    const smoke = await (await fetch(`${url}/api/system/smoke`)).json();
    if (smoke.tag === "VERIFIED") return undefined;
    if (Date.now() > until) return `the smoke check says ${JSON.stringify(smoke)}`;
    await sleep(500);
  }
}

/**
 * Starts the service on a version of Node, checks its health, and runs `use`.
 * @param {keyof typeof NODES} node
 * @param {{ demo: boolean }} options
 * @param {(url: string) => Promise<void>} [use]
 */
async function startOn(node, options, use) {
  const what = `the service starts on Node ${NODES[node]} and verifies itself`;
  try {
    await withService(node, options, async (url) => {
      check(what, await faultOf(url));
      await use?.(url);
    });
  } catch (error) {
    check(what, String(error));
  }
}

/** Checks that a start on a Node that is too old prints one sentence. */
async function rejectOldNode() {
  const { code, output } = await run(nodeOf("node18"), ["scripts/run.mjs", "server"]);
  const isRejected = code === 1 && output === `Node 20.19 or newer is needed. This is Node ${TOO_OLD.node18}.\n`;
  check(`Node ${TOO_OLD.node18} is rejected with one sentence`, isRejected ? undefined : output);
}

/** Checks the objects in `deploy/kubernetes` against the types of Kubernetes, which know every field. */
async function conformToKubernetes() {
  const { parseAllDocuments } = await import(pathToFileURL(tool("yaml", "dist", "index.js")).href);
  const place = "deploy/kubernetes";
  for (const name of readdirSync(place, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".yaml") || name.endsWith("kustomization.yaml")) continue;
    const documents = parseAllDocuments(readFileSync(path.join(place, name), "utf8"));
    const typed = documents.map((/** @type {{ toJS: () => any }} */ document) => {
      const object = document.toJS();
      const types = `kubernetes-models/${object.apiVersion}`;
      return `(${JSON.stringify(object)}) satisfies import("${types}").I${object.kind};`;
    });
    const file = path.join(folder, `${name.replaceAll("/", "-")}.ts`);
    writeFileSync(file, typed.join("\n"));
    const options = ["--noEmit", "--skipLibCheck", "--module", "nodenext", "--target", "es2022", "--ignoreConfig"];
    const { code, output } = await run(process.execPath, ["node_modules/typescript/bin/tsc", ...options, file]);
    check(`Kubernetes knows ${place}/${name}`, code === 0 && documents.length > 0 ? undefined : output);
  }
}

/** @param {string} url */
async function conformToMcp(url) {
  const cli = tool("@modelcontextprotocol", "conformance", "dist", "index.js");
  for (const scenario of MCP_SCENARIOS) {
    const asked = ["server", "--url", `${url}/api/mcp`, "--scenario", scenario, "-o", path.join(folder, "mcp")];
    const { code, output } = await run(nodeOf("node24"), [cli, ...asked]);
    check(`MCP conformance: ${scenario}`, code === 0 ? undefined : output);
  }
}

/** @param {string} url */
async function pleaseAgents(url) {
  const cli = tool("lighthouse", "cli", "index.js");
  for (const page of PAGES) {
    const file = path.join(folder, "lighthouse.json");
    const flags = "--chrome-flags=--headless=new --no-sandbox --disable-gpu --disable-background-networking";
    const asked = [
      url + page,
      "--only-categories=agentic-browsing",
      "--output=json",
      `--output-path=${file}`,
      "--quiet",
    ];
    const { code, output } = await run(nodeOf("node24"), [cli, ...asked, "--no-enable-error-reporting", flags], {
      CHROME_PATH: ensureBrowser(),
    });
    if (code !== 0) {
      check(`Lighthouse on ${page}`, output);
      continue;
    }
    const { audits } = JSON.parse(readFileSync(file, "utf8"));
    for (const [id, { score, scoreDisplayMode, explanation, details }] of Object.entries(audits)) {
      const isApplicable = score !== null && scoreDisplayMode !== "notApplicable";
      if (!isApplicable && !APPLICABLE.includes(id)) continue;
      const isGood = isApplicable && score >= GOOD_SCORE;
      check(`Lighthouse on ${page}: ${id}`, isGood ? undefined : (explanation ?? JSON.stringify(details ?? null)));
    }
  }
}

try {
  await install();
  process.stdout.write(`installed (${(performance.now() / 1_000).toFixed(0)} s)\n`);
  await rejectOldNode();
  await conformToKubernetes();
  await startOn("node20", { demo: false });
  await startOn("node26", { demo: false });
  await startOn("node24", { demo: true }, async (url) => {
    await conformToMcp(url);
    await pleaseAgents(url);
  });
} catch (error) {
  check("conformance", String(error));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
for (const failure of failures) process.stdout.write(`failed: ${failure.split("\n", 1)[0]}\n`);
process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed\n`);
process.exit(counts.failed === 0 ? 0 : 1);
