// Repairs the database driver. Runs after each install.
import { assertDriver, repairDriver } from "../lib/database/driver-repairs.mjs";

try {
  repairDriver();
  assertDriver();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
