import { loadEnvironment } from "../settings";
import { readHelpOnly, runCommand } from "./command";
import { examineDatabase } from "./doctor/database";
import type { Finding } from "./doctor/finding";
import { examineMachine } from "./doctor/machine";
import { examineServices } from "./doctor/services";
import { examineSettings } from "./doctor/settings";

const USAGE = `Usage: npm run doctor

Checks everything that the service needs: each setting, this machine, the database and its content, and the services
beside it; says of each whether it is ok, and what to do where it is not. Secrets are not shown. Works beside a running
server or without one. Ends with 0, with 1 where something failed, 2 where the command is wrong.
`;
const STATE_WIDTH = "warning".length;

function print(title: string, findings: readonly Finding[]): void {
  const width = Math.max(...findings.map(({ about }) => about.length));
  const lines = findings.map(({ state, about, says, remedy }) => {
    const line = `  ${state.padEnd(STATE_WIDTH)}  ${about.padEnd(width)}  ${says}`;
    return remedy === undefined ? line : `${line}\n${" ".repeat(STATE_WIDTH + width + 6)}→ ${remedy}`;
  });
  process.stdout.write(`${title}\n${lines.join("\n")}\n\n`);
}

async function examineAll(): Promise<number> {
  const all: Finding[] = [];
  const tell = (title: string, findings: readonly Finding[]) => {
    print(title, findings);
    all.push(...findings);
  };
  const { findings, read } = examineSettings(loadEnvironment());
  tell("Settings", findings);
  if (read) {
    const machine = await examineMachine(read);
    tell("This machine", machine.findings);
    tell("Database", await examineDatabase(read, machine.isServing));
    tell("Other services", await examineServices(read));
  }
  const count = (state: Finding["state"]) => all.filter((finding) => finding.state === state).length;
  const warnings = count("warning") === 1 ? "1 warning" : `${count("warning")} warnings`;
  process.stdout.write(`${count("ok")} ok, ${warnings}, ${count("failed")} failed\n`);
  return count("failed") > 0 ? 1 : 0;
}

runCommand({
  usage: USAGE,
  read: readHelpOnly,
  reportsSettings: true,
  run: examineAll,
});
