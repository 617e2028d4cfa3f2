import { spawn } from "node:child_process";
import { once } from "node:events";

/** Runs a script as its users do, without a database or a service. @returns its exit code and what it printed */
export async function runScript(script: string, folder: string, parameters: readonly string[]) {
  const child = spawn(process.execPath, [script, ...parameters], { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += chunk));
  const [code] = await once(child, "close");
  return { code, said };
}
