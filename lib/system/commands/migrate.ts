import { readHelpOnly, runCommand } from "./command";
import { openEngine } from "./engine";

const USAGE = `Usage: npm run migrate

Updates the tables of the database to this build, and ends. A start does the same, so this is for a roll-out that must
stop before an instance starts. Instances of the build before go on meanwhile. Ends with 0 if the tables are up to date,
1 if they could not be updated, 2 if the command is invalid.
`;

async function migrate(): Promise<number> {
  const engine = await openEngine({ create: true });
  await engine?.close();
  process.stdout.write("The tables are up to date.\n");
  return 0;
}

runCommand({
  usage: USAGE,
  read: readHelpOnly,
  run: migrate,
});
