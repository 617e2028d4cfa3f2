// Updates the manifest, SHA256SUMS and the generated documents in public/evidence/.
import { writeFileSync } from "node:fs";
import { composeEvidence } from "./compose";

for (const [file, content] of composeEvidence(".")) {
  writeFileSync(file, content);
  process.stdout.write(`${file}\n`);
}
